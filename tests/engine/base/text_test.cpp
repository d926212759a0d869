#include "engine/base/text.h"
#include "tests/support/catch.h"

using namespace cutaway::base;

TEST_CASE("formatBytes uses binary units with one decimal")
{
    CHECK(formatBytes(0) == "0 B");
    CHECK(formatBytes(1023) == "1023 B");
    CHECK(formatBytes(1024) == "1.0 KiB");
    CHECK(formatBytes(96571904) == "92.1 MiB");
}

TEST_CASE("quoted makes hostile text harmless")
{
    CHECK(quoted("a\nb") == "'a\\x0ab'");
    CHECK(quoted("abcdef", 3) == "'abc...'");
    CHECK(quoted("\xff\xc3\xa9") == "'\\xff\xc3\xa9'");
    CHECK(quoted("a\xc3\xa9", 2) == "'a...'");
}
