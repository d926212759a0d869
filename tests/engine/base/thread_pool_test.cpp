#include "engine/base/thread_pool.h"
#include "tests/support/catch.h"

#include <array>
#include <stdexcept>

using namespace cutaway;

TEST_CASE("Every worker takes part in every job, and the caller sees what they wrote")
{
    for (const int threads : { 1, 2, 3, 5 }) {
        base::ThreadPool pool(threads);
        std::array<int, 5> counts {};
        for (int job = 0; job < 200; ++job)
            pool.run([&](int worker) { ++counts[std::size_t(worker)]; });
        for (int worker = 0; worker < 5; ++worker)
            CHECK(counts[std::size_t(worker)] == (worker < threads ? 200 : 0));
    }
}

TEST_CASE("Between two barriers everything before is visible to everybody")
{
    constexpr int kThreads = 3;
    constexpr int kRounds = 500;
    base::ThreadPool pool(kThreads);
    std::array<int, kThreads> values {};
    std::array<int, kThreads> errors {};
    pool.run([&](int worker) {
        for (int round = 1; round <= kRounds; ++round) {
            values[std::size_t(worker)] = round;
            pool.barrier().arrive(worker);
            for (const int value : values)
                errors[std::size_t(worker)] += value == round ? 0 : 1;
            pool.barrier().arrive(worker);
        }
    });
    for (const int error : errors)
        CHECK(error == 0);
}

TEST_CASE("A pool that slept wakes up for the next job")
{
    base::ThreadPool pool(2);
    int sum = 0;
    for (int job = 0; job < 3; ++job) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // longer than workers spin
        int mine = 0;
        pool.run([&](int worker) { (worker == 0 ? sum : mine) += 1; });
        CHECK(mine == 1);
    }
    CHECK(sum == 3);
}

TEST_CASE("An exception of a worker arrives at the caller, and the pool goes on")
{
    base::ThreadPool pool(3);
    CHECK_THROWS_AS(pool.run([](int worker) {
        if (worker == 2)
            throw std::runtime_error("worker");
    }),
        std::runtime_error);
    int ran = 0;
    pool.run([&](int worker) {
        if (worker == 0)
            ++ran;
    });
    CHECK(ran == 1);
}
