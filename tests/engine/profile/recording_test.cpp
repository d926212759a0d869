#include "engine/base/clock.h"
#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace cutaway;

/// What recording a real decode says, and what it costs.
namespace {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

const std::vector<base::TokenId> kText { 504, 3575, 282, 4649, 314, 260 };

/// Decode steps of the last snapshot.
std::vector<std::shared_ptr<const api::StepRecord>> decodeSteps(profile::Recorder& recorder)
{
    auto steps = recorder.snapshot()->steps;
    std::erase_if(steps, [](const auto& step) { return step->kind != api::StepKind::decode; });
    return steps;
}

/// Time in nodes and waits of each worker, as a part of the step's wall time.
std::map<int, double> covered(const api::StepRecord& step)
{
    std::map<int, double> sums;
    std::map<int, std::int64_t> ends;
    for (const api::ProfileEvent& event : step.events) {
        if (event.kind != api::EventKind::node && event.kind != api::EventKind::wait)
            continue;
        // What overlaps would be counted twice.
        const auto [end, isFirst] = ends.try_emplace(event.lane, step.startNs);
        if (event.startNs < end->second)
            FAIL("an event of lane " << event.lane << " begins " << end->second - event.startNs << " ns before the one in front ends");
        end->second = event.endNs;
        sums[event.lane] += double(event.endNs - event.startNs) / double(step.endNs - step.startNs);
    }
    return sums;
}

double nsPerStep(test::RunningModel& running, int steps)
{
    const std::int64_t start = base::nowNs();
    running.decode(kText, steps);
    return double(base::nowNs() - start) / steps;
}

/// One event in a ring as large as the recorder's, which does not stay in the first caches.
double nsPerEvent(std::size_t capacity)
{
    profile::EventRing ring(capacity);
    const profile::TickScale scale;
    const std::uint64_t start = profile::ticks();
    std::uint64_t before = start;
    const std::size_t events = 4 * capacity;
    for (std::size_t i = 0; i < events; ++i) {
        const std::uint64_t now = profile::ticks();
        ring.push({ before, now, std::uint32_t(i), api::EventKind::node });
        before = now;
    }
    return double(before - start) * scale.nsPerTick() / double(events);
}

} // namespace

TEST_CASE("nodes and waits of every worker add up to the wall time of a decode step")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is not here");
    test::RunningModel running(model->string(), { .context = 512 });
    running.logitsAfter(kText);
    running.decode(kText, 300);
    std::map<int, std::vector<double>> parts;
    for (const auto& step : decodeSteps(running.recorder())) {
        for (const auto& [worker, part] : covered(*step))
            parts[worker].push_back(part);
    }
    REQUIRE(int(parts.size()) == running.session().model().workers());
    // A median over steps: in single ones the system may run something else between the step's begin and a worker's first event.
    for (const auto& [worker, all] : parts) {
        REQUIRE(all.size() >= 100);
        std::cout << "worker " << worker << ": nodes and waits are " << 100 * median(all) << " % of the wall time of the median step\n";
        CHECK(median(all) == Approx(1).margin(0.05));
    }
}

TEST_CASE("recording costs less than one percent of the speed of decoding")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is not here");
    constexpr int kPairs = 30, kSteps = 16;
    test::RunningModel running(model->string(), { .context = 2048 });
    running.logitsAfter(kText);
    running.decode(kText, 2 * kSteps);
    std::vector<double> slowdowns;
    for (int pair = 0; pair < kPairs; ++pair) {
        std::map<bool, double> ns;
        // In turns, since each step has one position more to attend to than the one before.
        for (const bool record : { pair % 2 == 0, pair % 2 != 0 }) {
            running.recorder().setEnabled(record);
            ns[record] = nsPerStep(running, kSteps);
        }
        slowdowns.push_back(ns[true] / ns[false] - 1);
    }
    std::vector<double> shares;
    const double eventNs = std::max(nsPerEvent(running.recorder().lane(0).capacity()), running.recorder().eventCostNs());
    std::size_t mostEvents = 0;
    for (const auto& step : decodeSteps(running.recorder())) {
        std::map<int, std::size_t> events; // the workers record side by side: the longest list counts
        for (const api::ProfileEvent& event : step->events)
            mostEvents = std::max(mostEvents, ++events[event.lane]);
        shares.push_back(double(mostEvents) * eventNs / double(step->endNs - step->startNs));
    }
    std::cout << mostEvents << " events of " << eventNs << " ns are " << 100 * median(shares) << " % of a step; with recording, " << kPairs
              << " pairs of runs took " << 100 * median(slowdowns) << " % longer in the median\n";
    REQUIRE(mostEvents > 0);
    CHECK(median(shares) < 0.01);
    CHECK(running.recorder().recordingShare() < 0.01);
}
