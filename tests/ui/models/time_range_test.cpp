#include "ui/models/time_range.h"

#include "ui/models/time_axis.h"

#include "tests/support/catch.h"

using namespace cutaway::ui;

TEST_CASE("zooming keeps the anchor in place and stays inside the bounds")
{
    const TimeRange bounds { 0, 1'000'000 };
    const TimeRange range { 400'000, 600'000 };
    CHECK(zoomed(range, 450'000, 0.5, bounds) == TimeRange { 425'000, 525'000 });
    CHECK(zoomed(range, 450'000, 100, bounds) == bounds);
    CHECK(zoomed({ 0, 100'000 }, 10'000, 2, bounds) == TimeRange { 0, 200'000 });
    CHECK(zoomed(range, 500'000, 1e-9, bounds).span() == kNarrowestSpanNs);
}

TEST_CASE("panning keeps the span and stops at the bounds")
{
    const TimeRange bounds { 100, 10'100 };
    CHECK(panned({ 2'000, 3'000 }, 500, bounds) == TimeRange { 2'500, 3'500 });
    CHECK(panned({ 2'000, 3'000 }, -5'000, bounds) == TimeRange { 100, 1'100 });
    CHECK(panned({ 2'000, 3'000 }, 50'000, bounds) == TimeRange { 9'100, 10'100 });
    CHECK(padded({ 4'000, 6'000 }, 0.25, bounds) == TimeRange { 3'500, 6'500 });
}

TEST_CASE("a scale maps times to pixels and back")
{
    const TimeScale scale { { 1'000, 3'000 }, 50, 400 };
    CHECK(scale.x(1'000) == 50);
    CHECK(scale.x(2'000) == 250);
    CHECK(scale.at(250) == 2'000);
    CHECK(scale.pixelsPerNs() == Approx(0.2));
}

TEST_CASE("ticks stand at round times from the origin")
{
    const auto ticks = timeTicks({ 5'000'000, 14'210'000 }, 5'000'000, 6);
    REQUIRE(ticks.size() == 5);
    CHECK(ticks.front().label == QStringLiteral("0"));
    CHECK(ticks[1].label == QStringLiteral("2 ms"));
    CHECK(ticks[1].at == 7'000'000);
    CHECK(ticks.back().label == QStringLiteral("8 ms"));

    const auto fine = timeTicks({ 1'000'000, 1'000'900 }, 0, 10);
    REQUIRE(fine.size() == 10);
    CHECK(fine[1].label == QStringLiteral("1.0001 ms"));

    const auto before = timeTicks({ -1'000'000, 1'000'000 }, 0, 3);
    REQUIRE(before.size() == 3);
    CHECK(before.front().label == QString(QChar(0x2212)) + QStringLiteral("1 ms"));
}

TEST_CASE("there are never more ticks than asked for")
{
    for (std::int64_t span = 3; span < 4'000'000'000; span = span * 7 / 3)
        for (const int most : { 1, 2, 7, 20 })
            CHECK(timeTicks({ 17, 17 + span }, 11, most).size() <= std::size_t(most));
    CHECK(timeTicks({ 5, 5 }, 0, 4).empty());
}
