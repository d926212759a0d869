#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace cutaway::base {

/// Meeting point of a fixed group of threads: one flag a thread, each writes its own and reads the others. Spins briefly, then yields.
class SpinBarrier {
public:
    explicit SpinBarrier(int threads);
    /// Returns when every thread of the group has arrived as often as this one. What others wrote before is visible after.
    void arrive(int thread);

private:
    struct alignas(128) Flag {
        std::atomic<std::uint64_t> arrivals { 0 };
    };
    std::unique_ptr<Flag[]> m_flags;
    int m_threads;
};

/// Persistent threads that run one job together. The caller is worker 0. Workers spin for a moment after a job, then sleep: an idle pool
/// costs no CPU. One job at a time; run() is called from one thread.
class ThreadPool {
public:
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return int(m_workers.size()) + 1; }
    /// For the jobs of this pool: all its threads take part.
    SpinBarrier& barrier() { return m_barrier; }

    /// Calls job(worker) on every thread, worker in [0, threads()), and returns when all have ended. The first exception is thrown again
    /// here, on the caller. Does not allocate.
    template <class Job> void run(Job&& job)
    {
        runErased([](void* context, int worker) { (*static_cast<std::remove_reference_t<Job>*>(context))(worker); }, &job);
    }

private:
    using Function = void (*)(void*, int);

    void runErased(Function function, void* context);
    void workerLoop(int worker);
    void call(int worker);

    SpinBarrier m_barrier; ///< of jobs
    SpinBarrier m_done;    ///< end of a job
    std::atomic<std::uint32_t> m_generation { 0 };
    std::atomic<bool> m_quit { false };
    Function m_function = nullptr;
    void* m_context = nullptr;
    std::vector<std::exception_ptr> m_exceptions;
    std::vector<std::thread> m_workers;
};

/// Physical cores that this process may run on, at least 1.
int physicalCores();

} // namespace cutaway::base
