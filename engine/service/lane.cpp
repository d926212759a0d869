#include "engine/service/lane.h"

#include <utility>

namespace cutaway::service {

Lane::Lane() : m_thread([this] { loop(); }) { }

Lane::~Lane()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_quit = true;
        m_runningCancel.cancel();
        for (Job& job : m_waiting)
            job.cancel.cancel();
    }
    m_wake.notify_one();
    m_thread.join();
}

void Lane::post(base::RequestId id, std::function<void(const base::CancelToken&)> run)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back({ id, std::move(run), {} });
    }
    m_wake.notify_one();
}

bool Lane::cancel(base::RequestId id)
{
    const std::scoped_lock lock(m_mutex);
    if (m_runningId == id) {
        m_runningCancel.cancel();
        return true;
    }
    for (Job& job : m_waiting) {
        if (job.id == id) {
            job.cancel.cancel();
            return true;
        }
    }
    return false;
}

void Lane::loop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_quit || !m_waiting.empty(); });
        if (m_waiting.empty())
            return;
        Job job = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_runningId = job.id;
        m_runningCancel = job.cancel;
        lock.unlock();
        job.run(job.cancel.token());
        lock.lock();
        m_runningId = {};
    }
}

} // namespace cutaway::service
