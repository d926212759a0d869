#include "tests/support/gui_watchdog.h"

#include "engine/base/clock.h"

#include <QEvent>

#include <array>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

namespace cutaway::test {
namespace {

std::int64_t threadCpuNs()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Second number of /proc/<thread>/schedstat: nanoseconds for which the thread was ready and no processor was free.
std::int64_t readyNs(int schedule)
{
    std::array<char, 96> text {};
    long long ran = 0;
    long long ready = 0;
    if (pread(schedule, text.data(), text.size() - 1, 0) <= 0 || std::sscanf(text.data(), "%lld %lld", &ran, &ready) != 2)
        return 0;
    return ready;
}

void printOne(const char* most, const GuiWatchdog::Handled& handled)
{
    const auto ms = [](std::int64_t ns) { return double(ns) / 1e6; };
    std::cout << "most " << most << ": " << ms(handled.cpuNs) << " ms CPU, " << ms(handled.blockedNs) << " ms blocked, " << ms(handled.wallNs)
              << " ms wall in " << handled.what << '\n';
}

} // namespace

GuiWatchdog::GuiWatchdog()
    : m_schedule(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))
{
    dynamic_cast<WatchedApplication&>(*QCoreApplication::instance()).setWatcher(this);
}

GuiWatchdog::~GuiWatchdog()
{
    dynamic_cast<WatchedApplication&>(*QCoreApplication::instance()).setWatcher(nullptr);
    if (m_schedule >= 0)
        close(m_schedule);
}

GuiWatchdog::Clocks GuiWatchdog::read() const { return { threadCpuNs(), base::nowNs(), readyNs(m_schedule) }; }

void GuiWatchdog::before(const QObject& receiver, const QEvent& event)
{
    m_what = std::string(receiver.metaObject()->className()) + " '" + receiver.objectName().toStdString() + "', event "
        + std::to_string(int(event.type()));
    m_painting = event.type() == QEvent::UpdateRequest || event.type() == QEvent::Paint || event.type() == QEvent::Expose;
    m_start = read();
}

void GuiWatchdog::after()
{
    const Clocks end = read();
    Handled handled { m_what, end.cpuNs - m_start.cpuNs, end.wallNs - m_start.wallNs, 0 };
    handled.blockedNs = handled.wallNs - handled.cpuNs - (end.readyNs - m_start.readyNs);
    ++m_count;
    const auto keep = [&handled](Handled& worst, std::int64_t Handled::* value) {
        if (handled.*value > worst.*value)
            worst = handled;
    };
    keep(m_worstCpu, &Handled::cpuNs);
    keep(m_worstWall, &Handled::wallNs);
    keep(m_painting ? m_worstBlockedPainting : m_worstBlocked, &Handled::blockedNs);
}

void GuiWatchdog::print() const
{
    std::cout << m_count << " events\n";
    printOne("CPU", m_worstCpu);
    printOne("blocked", m_worstBlocked);
    printOne("blocked while painting", m_worstBlockedPainting);
    printOne("wall", m_worstWall);
}

} // namespace cutaway::test
