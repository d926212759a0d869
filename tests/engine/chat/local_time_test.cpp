#include "engine/chat/local_time.h"
#include "tests/support/catch.h"

using cutaway::chat::LocalTime;

TEST_CASE("local times are read in the three usual lengths")
{
    const auto date = LocalTime::parse("2026-11-30");
    REQUIRE(date);
    CHECK(date->format("%F %T") == "2026-11-30 00:00:00");
    CHECK(LocalTime::parse("2026-11-30T12:05")->format("%F %T") == "2026-11-30 12:05:00");
    CHECK(LocalTime::parse("2024-02-29 23:59:58")->format("%F %T") == "2024-02-29 23:59:58");
    for (const char* wrong :
        { "", "2026", "2026-02-29", "2026-13-01", "2026-11-30T", "2026-11-30T25:00", "2026-11-30T12:05x", "2026-11-30 12" }) {
        INFO(wrong);
        CHECK_FALSE(LocalTime::parse(wrong));
    }
}

TEST_CASE("times are written in English, unknown codes as they stand")
{
    const LocalTime time { 2026, 12, 6, 0, 7, 9 };
    CHECK(time.format("%a %A %b %e %I %p %j %u %w %y %q %") == "Sun Sunday Dec  6 12 AM 340 7 0 26 %q %");
}
