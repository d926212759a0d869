#include "tests/support/gui_watchdog.h"

#include "engine/base/clock.h"

#include <QThread>

#include <algorithm>
#include <ctime>

namespace cutaway::test {
namespace {

std::int64_t threadCpuNs()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

GuiWatchdog::GuiWatchdog()
{
    const QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance(QThread::currentThread());
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] { begin(); });
    connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] { end(); });
}

void GuiWatchdog::reset() { m_worstCpuNs = m_worstWallNs = 0; }

void GuiWatchdog::begin()
{
    end(); // a loop that never sleeps wakes up again without having blocked
    m_running = true;
    m_cpuStart = threadCpuNs();
    m_wallStart = base::nowNs();
}

void GuiWatchdog::end()
{
    if (!m_running)
        return;
    m_running = false;
    m_worstCpuNs = std::max(m_worstCpuNs, threadCpuNs() - m_cpuStart);
    m_worstWallNs = std::max(m_worstWallNs, base::nowNs() - m_wallStart);
}

} // namespace cutaway::test
