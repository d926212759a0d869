#include "ui/models/profile_store.h"

#include "ui/models/step_events.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"

using namespace cutaway;
using namespace cutaway::ui;

namespace {

std::shared_ptr<const api::ProfileSnapshot> part(const api::ProfileSnapshot& whole, std::size_t from, std::size_t count)
{
    auto piece = std::make_shared<api::ProfileSnapshot>(whole);
    piece->steps.assign(whole.steps.begin() + std::ptrdiff_t(from), whole.steps.begin() + std::ptrdiff_t(from + count));
    return piece;
}

} // namespace

TEST_CASE("overlapping snapshots join by step id")
{
    const auto whole = test::sampleProfile({ .steps = 20, .layers = 2 });
    ProfileStore store;
    int changes = 0;
    QObject::connect(&store, &ProfileStore::changed, [&] { ++changes; });
    store.accept(part(*whole, 0, 12));
    store.accept(part(*whole, 5, 10));
    store.accept(part(*whole, 15, 5));
    CHECK(changes == 3);
    REQUIRE(store.steps().size() == 20);
    for (std::size_t i = 0; i < 20; ++i)
        CHECK(store.steps()[i] == whole->steps[i]);
    CHECK(store.indexOf(whole->steps[7]->id) == 7);
    CHECK_FALSE(store.indexOf(999));
    CHECK(store.lanes() == QStringList { QStringLiteral("worker 0"), QStringLiteral("worker 1"), QStringLiteral("sampler") });
    CHECK(store.extent() == TimeRange { whole->steps.front()->startNs, whole->steps.back()->events.back().endNs });
}

TEST_CASE("a step that was completed meanwhile replaces its earlier record")
{
    const auto whole = test::sampleProfile({ .steps = 4, .layers = 1 });
    ProfileStore store;
    store.accept(whole);
    auto fuller = std::make_shared<api::ProfileSnapshot>(*whole);
    auto last = std::make_shared<api::StepRecord>(*whole->steps.back());
    last->events.push_back({ last->endNs, last->endNs + 10, 0, 2, api::EventKind::tokenText });
    fuller->steps.back() = last;
    store.accept(fuller);
    REQUIRE(store.steps().size() == 4);
    CHECK(store.steps().back() == last);
}

TEST_CASE("the store keeps to its limits and counts what it let go")
{
    const auto whole = test::sampleProfile({ .steps = 50, .layers = 1, .promptTokens = 0 });
    const std::size_t events = whole->steps.back()->events.size();
    ProfileStore byCount({ .steps = 10 }, nullptr);
    byCount.accept(whole);
    CHECK(byCount.steps().size() == 10);
    CHECK(byCount.steps().front()->id == 41);
    CHECK(byCount.dropped() == 40);

    ProfileStore byEvents({ .events = 7 * events + 1 }, nullptr);
    byEvents.accept(whole);
    CHECK(byEvents.steps().size() == 7);
    CHECK(byEvents.steps().back()->id == 50);
}

TEST_CASE("a recording that begins anew replaces the old one")
{
    ProfileStore store;
    store.accept(test::sampleProfile({ .steps = 30, .layers = 1 }));
    store.accept(test::sampleProfile({ .steps = 3, .layers = 1 }));
    CHECK(store.steps().size() == 3);
    CHECK(store.dropped() == 0);
    store.clear();
    CHECK(store.empty());
    CHECK(store.extent().empty());
}

TEST_CASE("the typical time of a step is the median of its plan")
{
    ProfileStore store;
    auto snapshot = std::make_shared<api::ProfileSnapshot>();
    const auto decode = test::samplePlan(1, api::StepKind::decode, 1, 2);
    const auto prefill = test::samplePlan(1, api::StepKind::prefill, 64, 1);
    std::uint64_t id = 0;
    for (const std::int64_t ns : { 900, 10, 30, 20, 500, 15 }) {
        auto step = std::make_shared<api::StepRecord>();
        step->id = ++id;
        step->startNs = std::int64_t(id) * 1'000;
        step->endNs = step->startNs + ns;
        step->plan = id == 1 ? prefill : decode;
        snapshot->steps.push_back(step);
    }
    store.accept(snapshot);
    CHECK(store.typicalNs(*snapshot->steps[0]) == 900);
    CHECK(store.typicalNs(*snapshot->steps[1]) == 20);
}

TEST_CASE("costs and neighbours of nodes")
{
    api::StepRecord step;
    step.endNs = 100;
    using api::EventKind;
    step.events = { { 0, 10, 0, 0, EventKind::node, 100, 7 }, { 10, 30, 1, 0, EventKind::node }, { 30, 40, 0, 0, EventKind::wait },
        { 40, 60, 2, 0, EventKind::node }, { 2, 20, 0, 1, EventKind::node, 60, 5 }, { 110, 130, 0, 2, EventKind::sample } };
    const NodeCost cost = nodeCost(step, 0);
    CHECK(cost.lanes == 2);
    CHECK(cost.elapsedNs() == 20);
    CHECK(cost.bytes == 160);
    CHECK(cost.flops == 12);
    CHECK(cost.bytesPerSecond() == Approx(8e9));
    CHECK(nodeCost(step, 9).lanes == 0);
    CHECK(laneEvents(step, 0).size() == 4);
    CHECK(laneEvents(step, 7).empty());
    CHECK(lastEventEnd(step) == 130);
    CHECK(neighbourNode(step, 0, 10, 1)->node == 2); // over the wait
    CHECK(neighbourNode(step, 0, 10, -1)->node == 0);
    CHECK(neighbourNode(step, 0, 0, -1) == nullptr);
    CHECK(neighbourNode(step, 0, 40, 1) == nullptr);
}
