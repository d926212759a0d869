#include "ui/models/strip_layout.h"

#include "tests/support/catch.h"

using namespace cutaway;
using namespace cutaway::ui;

namespace {

std::vector<StepPtr> stepsOf(std::size_t count, std::size_t slowEvery)
{
    std::vector<StepPtr> steps;
    for (std::size_t i = 0; i < count; ++i) {
        auto step = std::make_shared<api::StepRecord>();
        step->id = i + 1;
        step->startNs = std::int64_t(i) * 1'000;
        step->endNs = step->startNs + (i % slowEvery == slowEvery - 1 ? 900 : 300);
        steps.push_back(step);
    }
    return steps;
}

} // namespace

TEST_CASE("one bar a step while there is room")
{
    const auto steps = stepsOf(20, 7);
    const auto bars = layoutStrip(steps, { 5, 10 }, 100);
    REQUIRE(bars.size() == 10);
    CHECK(bars[0].first == 5);
    CHECK(bars[0].x0 == 0);
    CHECK(bars[0].x1 == 9); // a gap of a pixel
    CHECK(bars[9].first == 14);
    CHECK(layoutStrip({}, {}, 100).empty());
}

TEST_CASE("a bar of many steps shows the slowest one")
{
    const auto steps = stepsOf(10'000, 100);
    const auto bars = layoutStrip(steps, { 0, 0.1 }, 1'000);
    REQUIRE(bars.size() == 500);
    CHECK(bars[4].first == 80);
    CHECK(bars[4].count == 20);
    CHECK(bars[4].slowest == 99);
    CHECK(bars[3].slowest == 60);
}

TEST_CASE("groups keep their members while the strip scrolls")
{
    const auto steps = stepsOf(1'000, 100);
    for (const double first : { 0.0, 3.0, 7.5 })
        for (const StripBar& bar : layoutStrip(steps, { first, 0.5 }, 200))
            CHECK(bar.first % 4 == 0);
}

TEST_CASE("zoom and scroll of the strip stay inside the steps")
{
    const StripWindow end = stripAtEnd({}, 1'000, 700);
    CHECK(end.first == 900);
    const StripWindow all = zoomedStrip(end, 350, 0.0001, 1'000, 700);
    CHECK(all.first == 0);
    CHECK(all.pitch == Approx(0.7));
    const StripWindow closer = zoomedStrip(end, 350, 2, 1'000, 700);
    CHECK(closer.pitch == 14);
    CHECK(closer.first == 925); // step 950 stays at x = 350
    CHECK(scrolledStrip(end, -7'000, 1'000, 700).first == 0);
    CHECK(scrolledStrip(end, 70, 1'000, 700).first == 900);
    CHECK(stripAtEnd({}, 5, 700).first == 0);
}

TEST_CASE("the step under the pointer, and the nearest one outside")
{
    CHECK(stepAt({ 10, 7 }, 15, 100) == 12);
    CHECK(stepAt({ 10, 7 }, -100, 100) == 0);
    CHECK(stepAt({ 10, 7 }, 5'000, 100) == 99);
}

TEST_CASE("pace compares with what is typical")
{
    CHECK(paceOf(100, 100) == StepPace::even);
    CHECK(paceOf(124, 100) == StepPace::even);
    CHECK(paceOf(125, 100) == StepPace::slow);
    CHECK(paceOf(200, 100) == StepPace::verySlow);
    CHECK(paceOf(500, 0) == StepPace::even);
}
