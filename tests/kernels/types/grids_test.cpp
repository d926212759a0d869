#include "kernels/types/grids.h"

#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

using namespace cutaway;

namespace {

std::vector<std::uint64_t> table(const std::string& name)
{
    const auto path = test::golden("golden/tables/" + name + ".txt");
    REQUIRE(path);
    std::ifstream in(*path);
    std::vector<std::uint64_t> values;
    for (std::string word; in >> word;)
        values.push_back(std::stoull(word, nullptr, 0));
    return values;
}

} // namespace

TEST_CASE("grids are those of the format")
{
    if (!test::golden("golden/tables/iq1s_grid.txt"))
        CUTAWAY_SKIP("golden/tables is not here");
    CHECK(std::ranges::equal(kernels::gridIQ1(), table("iq1s_grid")));
    CHECK(std::ranges::equal(kernels::gridIQ2XXS(), table("iq2xxs_grid")));
    CHECK(std::ranges::equal(kernels::gridIQ2XS(), table("iq2xs_grid")));
    CHECK(std::ranges::equal(kernels::gridIQ2S(), table("iq2s_grid")));
    CHECK(std::ranges::equal(kernels::gridIQ3XXS(), table("iq3xxs_grid")));
    CHECK(std::ranges::equal(kernels::gridIQ3S(), table("iq3s_grid")));
}

TEST_CASE("seven bits of signs make eight with even parity")
{
    const std::vector<std::uint64_t> signs = table("ksigns_iq2xs");
    REQUIRE(signs.size() == 128);
    for (unsigned code = 0; code < 128; ++code)
        CHECK(kernels::evenSigns(code) == signs[code]);
}
