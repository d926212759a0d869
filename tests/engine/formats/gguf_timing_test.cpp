#include "engine/base/clock.h"
#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <limits>

using namespace cutaway;

TEST_CASE("opening the starter model takes a few milliseconds")
{
    const auto path = test::starterModel();
    if (!path)
        CUTAWAY_SKIP("the starter model is not here");
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 5; ++i) {
        const std::int64_t start = base::nowNs();
        REQUIRE(formats::openModelFile(*path));
        best = std::min(best, base::nowNs() - start);
    }
    std::cout << "opened in " << double(best) / 1e6 << " ms\n";
    CHECK(best < 100'000'000);
}
