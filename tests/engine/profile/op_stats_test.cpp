#include "engine/profile/op_stats.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"

namespace cutaway::profile {
namespace {

using api::EventKind;

/// Two lanes: both run node 0; then lane 0 runs node 1 while lane 1 waits.
api::ProfileSnapshot twoLanes()
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->nodes.resize(2);
    plan->nodes[0].op = "linear";
    plan->nodes[1].op = "add";
    auto step = std::make_shared<api::StepRecord>();
    step->plan = plan;
    step->startNs = 1000;
    step->endNs = 2000;
    step->events = { { 1000, 1500, 0, 0, EventKind::node, 10, 100 }, { 1500, 1600, 0, 0, EventKind::wait }, { 1600, 2000, 1, 0, EventKind::node, 3, 4 },
        { 1000, 1400, 0, 1, EventKind::node, 10, 100 }, { 1400, 1600, 0, 1, EventKind::wait }, { 1900, 2300, 0, 2, EventKind::sample } };
    return { .lanes = { "worker 0", "worker 1", "sampler" }, .steps = { step } };
}

TEST_CASE("an op counts its average over the lanes, and the waits behind it in its total")
{
    const OpReport report = opStats(twoLanes());
    REQUIRE(report.ops.size() == 3);
    const OpStats& linear = report.ops[0];
    CHECK(linear.op == "linear");
    CHECK(linear.count == 1);
    CHECK(linear.selfNs == 450);
    CHECK(linear.totalNs == 600);
    CHECK(linear.elapsedNs == 500);
    CHECK(linear.bytes == 20);
    CHECK(linear.flops == 200);
    CHECK(report.ops[1].op == "sampling");
    CHECK(report.ops[1].totalNs == 400);
    CHECK(report.ops[2].selfNs == 200);
    CHECK(report.wallNs == 1300);
}

TEST_CASE("percentiles are values that occurred, by nearest rank")
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->nodes.resize(1);
    plan->nodes[0].op = "linear";
    api::ProfileSnapshot snapshot { .lanes = { "worker 0" } };
    for (int run = 1; run <= 200; ++run) {
        auto step = std::make_shared<api::StepRecord>();
        step->plan = plan;
        step->events.push_back({ 0, run, 0, 0, EventKind::node });
        snapshot.steps.push_back(step);
    }
    const OpReport report = opStats(snapshot);
    REQUIRE(report.ops.size() == 1);
    CHECK(report.ops[0].count == 200);
    CHECK(report.ops[0].p50Ns == 100);
    CHECK(report.ops[0].p99Ns == 198);
}

TEST_CASE("every node of every step is counted once")
{
    const auto snapshot = test::sampleProfile({ .steps = 6, .layers = 4 });
    std::uint64_t expected = 0;
    for (const auto& step : snapshot->steps)
        expected += step->plan->nodes.size() + 1;
    std::uint64_t counted = 0;
    for (const OpStats& stats : opStats(*snapshot).ops)
        counted += stats.count;
    CHECK(counted == expected);
}

} // namespace
} // namespace cutaway::profile
