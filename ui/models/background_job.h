#pragma once
#include <QFuture>
#include <QObject>
#include <QPromise>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <type_traits>

namespace cutaway::ui {

/// Work of a view beside the GUI thread. A newer run makes the one before end early and its result unseen; so does the end of the owner.
class BackgroundJob {
public:
    BackgroundJob() = default;
    ~BackgroundJob() { cancel(); }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;

    /// @param work  called on a pool thread with a flag that turns true when the result is no longer wanted; touches immutable values only
    /// @param done  called on the thread of `owner` with the result, unless it was cancelled or `owner` is gone
    template <class Work, class Done> void run(QObject* owner, Work work, Done done)
    {
        using Value = std::invoke_result_t<Work, const std::atomic<bool>&>;
        cancel();
        auto cancelled = m_cancelled = std::make_shared<std::atomic<bool>>(false);
        auto promise = std::make_shared<QPromise<Value>>();
        promise->future().then(owner, [cancelled, done = std::move(done)](Value value) {
            if (!*cancelled)
                done(std::move(value));
        });
        QThreadPool::globalInstance()->start([promise, cancelled, work = std::move(work)] {
            promise->start();
            promise->addResult(work(*cancelled));
            promise->finish();
        });
    }
    void cancel()
    {
        if (m_cancelled)
            *m_cancelled = true;
    }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

} // namespace cutaway::ui
