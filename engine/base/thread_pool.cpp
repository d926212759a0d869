#include "engine/base/thread_pool.h"

#include "engine/base/clock.h"

#include <fstream>
#include <sched.h>
#include <set>
#include <string>
#include <utility>

namespace cutaway::base {
namespace {

constexpr int kBusySpins = 50;               // no pause: a barrier between balanced threads ends within these
constexpr int kPausedSpins = 2000;           // about 20 to 60 µs, then others may have the core
constexpr std::int64_t kIdleSpinNs = 150000; // the sampler runs between two decode steps and takes less

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

} // namespace

SpinBarrier::SpinBarrier(int threads) : m_flags(std::make_unique<Flag[]>(std::size_t(threads))), m_threads(threads) { }

void SpinBarrier::arrive(int thread)
{
    const std::uint64_t mine = m_flags[std::size_t(thread)].arrivals.load(std::memory_order_relaxed) + 1;
    m_flags[std::size_t(thread)].arrivals.store(mine, std::memory_order_release);
    for (int other = 0; other < m_threads; ++other) {
        for (int spins = 0; m_flags[std::size_t(other)].arrivals.load(std::memory_order_acquire) < mine; ++spins) {
            if (spins > kBusySpins + kPausedSpins)
                std::this_thread::yield();
            else if (spins > kBusySpins)
                pause();
        }
    }
}

ThreadPool::ThreadPool(int threads) : m_barrier(threads), m_done(threads), m_exceptions(std::size_t(threads))
{
    for (int worker = 1; worker < threads; ++worker)
        m_workers.emplace_back([this, worker] { workerLoop(worker); });
}

ThreadPool::~ThreadPool()
{
    m_quit.store(true, std::memory_order_relaxed);
    m_generation.fetch_add(1, std::memory_order_release);
    m_generation.notify_all();
    for (std::thread& worker : m_workers)
        worker.join();
}

void ThreadPool::call(int worker)
{
    try {
        m_function(m_context, worker);
    } catch (...) {
        m_exceptions[std::size_t(worker)] = std::current_exception();
    }
}

void ThreadPool::runErased(Function function, void* context)
{
    m_function = function;
    m_context = context;
    m_generation.fetch_add(1, std::memory_order_release);
    m_generation.notify_all();
    call(0);
    m_done.arrive(0);
    for (std::exception_ptr& exception : m_exceptions) {
        if (exception)
            std::rethrow_exception(std::exchange(exception, nullptr));
    }
}

void ThreadPool::workerLoop(int worker)
{
    std::uint32_t seen = 0;
    while (true) {
        std::int64_t spinUntil = 0;
        for (int spins = 0; m_generation.load(std::memory_order_acquire) == seen; ++spins) {
            pause();
            if (spins % 64 != 0)
                continue;
            const std::int64_t now = nowNs();
            if (spinUntil == 0)
                spinUntil = now + kIdleSpinNs;
            else if (now > spinUntil)
                m_generation.wait(seen, std::memory_order_acquire);
        }
        ++seen;
        if (m_quit.load(std::memory_order_relaxed))
            return;
        call(worker);
        m_done.arrive(worker);
    }
}

int physicalCores()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return int(std::max(1U, std::thread::hardware_concurrency()));
    std::set<std::pair<int, int>> cores;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        int package = 0;
        int core = cpu;
        std::ifstream(folder + "physical_package_id") >> package;
        std::ifstream(folder + "core_id") >> core;
        cores.emplace(package, core);
    }
    return int(std::max<std::size_t>(1, cores.size()));
}

} // namespace cutaway::base
