#include "ui/models/timeline_layout.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"

#include <algorithm>

using namespace cutaway;
using namespace cutaway::ui;

namespace {

std::shared_ptr<api::StepRecord> stepWith(std::vector<api::ProfileEvent> events)
{
    auto step = std::make_shared<api::StepRecord>();
    auto plan = std::make_shared<api::PlanInfo>();
    for (const auto family : { api::OpFamily::matmul, api::OpFamily::attention, api::OpFamily::norm })
        plan->nodes.push_back({ .family = family });
    step->plan = plan;
    step->startNs = events.front().startNs;
    step->endNs = events.back().endNs;
    step->events = std::move(events);
    return step;
}

/// `count` events of 1 µs with a gap of 1 µs.
StepPtr denseStep(std::int64_t count)
{
    std::vector<api::ProfileEvent> events;
    for (std::int64_t i = 0; i < count; ++i)
        events.push_back({ i * 2'000, i * 2'000 + 1'000, std::uint32_t(i % 3) });
    return stepWith(std::move(events));
}

} // namespace

TEST_CASE("wide events stand alone, narrow neighbours make a crowd in the colour of most of its time")
{
    // 1 px = 10 ns: events of 100 px, three of under 2 px close together, then 50 px.
    const std::vector<StepPtr> steps { stepWith(
        { { 0, 1'000, 0 }, { 1'000, 1'006, 2 }, { 1'006, 1'018, 1 }, { 1'018, 1'025, 2 }, { 1'100, 1'600, 0 } }) };
    const auto items = layoutLane(steps, 0, { { 0, 2'000 }, 0, 200 });
    REQUIRE(items.size() == 3);
    CHECK(items[0].single());
    CHECK(items[0].x1 == Approx(100));
    CHECK(items[0].family == api::OpFamily::matmul);
    CHECK(items[1].events == 3);
    CHECK(items[1].family == api::OpFamily::norm);
    CHECK(items[1].x0 == Approx(100));
    CHECK(items[1].x1 == Approx(102.5));
    CHECK(items[2].x0 == Approx(110));
    CHECK(items[2].event->node == 0);
}

TEST_CASE("only events in the range are laid out, cut at its edges")
{
    const std::vector<StepPtr> steps { denseStep(1'000) };
    const auto items = layoutLane(steps, 0, { { 100'500, 110'500 }, 30, 1'000 });
    REQUIRE(items.size() == 6);
    CHECK(items.front().event->startNs == 100'000);
    CHECK(items.front().x0 == 30);
    CHECK(items.front().x1 == Approx(80));
    CHECK(items.back().x1 == Approx(1'030));
    CHECK(layoutLane(steps, 3, { { 0, 1'000'000 }, 0, 100 }).empty());
    CHECK(layoutLane(steps, 0, { { 0, 0 }, 0, 100 }).empty());
}

TEST_CASE("a million events cost as much as the pixels they take")
{
    const std::vector<StepPtr> steps { denseStep(1'000'000) };
    for (const double share : { 1.0, 0.1, 0.001, 0.0001 }) {
        const auto to = std::int64_t(2e9 * share);
        const auto items = layoutLane(steps, 0, { { 0, to }, 0, 1'200 });
        const auto events = std::uint64_t(to / 2'000);
        CHECK(items.size() >= std::min<std::uint64_t>(300, events));
        CHECK(items.size() <= 1'200);
        for (std::size_t i = 1; i < items.size(); ++i)
            REQUIRE(items[i].x0 >= items[i - 1].x1);
        std::uint64_t covered = 0;
        for (const LaneItem& item : items)
            covered += item.events;
        CHECK(covered >= events);                       // none is lost
        CHECK(covered <= events + items.back().events); // the last crowd may reach over the edge
    }
}

TEST_CASE("steps too narrow to see become one item")
{
    const auto profile = test::sampleProfile({ .steps = 3'000, .layers = 1, .promptTokens = 0, .slowSteps = false });
    const std::int64_t from = profile->steps.front()->startNs;
    const auto items = layoutLane(profile->steps, 0, { { from, profile->steps.back()->endNs }, 0, 500 });
    CHECK(items.size() <= 500);
    std::uint64_t covered = 0;
    for (const LaneItem& item : items)
        covered += item.steps;
    CHECK(covered == 3'000);
}

TEST_CASE("a long step is drawn in full beside short ones")
{
    std::vector<StepPtr> steps;
    for (std::int64_t i = 0; i < 4; ++i)
        steps.push_back(stepWith({ { i * 100, i * 100 + 50, 0 } }));
    steps.push_back(stepWith({ { 400, 500'000, 1 }, { 500'000, 1'000'000, 2 } }));
    const auto items = layoutLane(steps, 0, { { 0, 1'000'000 }, 0, 1'000 });
    REQUIRE(items.size() == 3);
    CHECK(items[0].steps == 4);
    CHECK(items[1].family == api::OpFamily::attention);
    CHECK(items[2].x1 == Approx(1'000));
}

TEST_CASE("finding the item under the pointer")
{
    const std::vector<StepPtr> steps { stepWith({ { 0, 100, 0 }, { 200, 300, 1 } }) };
    const auto items = layoutLane(steps, 0, { { 0, 400 }, 0, 400 });
    CHECK(itemAt(items, 50) == &items[0]);
    CHECK(itemAt(items, 150) == nullptr);
    CHECK(itemAt(items, 103, 4) == &items[0]);
    CHECK(itemAt(items, 198, 4) == &items[1]);
    CHECK(itemAt(items, 350, 4) == nullptr);
    CHECK(itemAt({}, 0, 10) == nullptr);
}
