#pragma once
#include "engine/base/cancellation.h"
#include "engine/base/ids.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cutaway::service {

/// A thread that does jobs in order, one at a time.
class Lane {
public:
    struct Job {
        base::RequestId id; ///< none: internal work that nobody waits for
        std::function<void(const base::CancelToken&)> run;
        base::CancelSource cancel;
    };

    Lane();
    /// Cancels the running job, drops the waiting ones (their `run` is called with a cancelled token, so that each still ends) and joins.
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Never blocks on a job. Any thread.
    void post(base::RequestId id, std::function<void(const base::CancelToken&)> run);
    /// Cancels a waiting or running job; false when there is none with this id. Any thread.
    bool cancel(base::RequestId id);

private:
    void loop();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_waiting;
    base::RequestId m_runningId;
    base::CancelSource m_runningCancel;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace cutaway::service
