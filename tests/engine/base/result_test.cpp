#include "engine/base/result.h"
#include "tests/support/catch.h"

using namespace cutaway;

static base::Result<int> half(int value)
{
    if (value % 2 != 0)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "odd" };
    return value / 2;
}

static base::Result<int> quarter(int value)
{
    CUTAWAY_TRY(const int h, half(value));
    return half(h);
}

TEST_CASE("CUTAWAY_TRY passes values on and returns errors with the place they were made")
{
    CHECK(*quarter(8) == 2);
    const auto failed = quarter(6);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message == "odd");
    CHECK(std::string(failed.error().file).ends_with("result_test.cpp"));
    CHECK(failed.error().line == 9);
}

TEST_CASE("CUTAWAY_CHECK throws a ContractViolation that names the expression")
{
    try {
        CUTAWAY_CHECK(1 + 1 == 3);
        FAIL("did not throw");
    } catch (const base::ContractViolation& violation) {
        CHECK(violation.what().find("1 + 1 == 3") != std::string::npos);
    }
}
