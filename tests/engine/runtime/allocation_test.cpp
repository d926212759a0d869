#include "tests/engine/runtime/running_model.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

using namespace cutaway;

TEST_CASE("a recorded decode step allocates nothing")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is not here");
    test::RunningModel running(model->string(), { .context = 1024 });
    REQUIRE(running.recorder().enabled());
    const std::vector<base::TokenId> text { 504, 3575, 282, 4649 };
    REQUIRE(running.session().prefill(text, {}));
    running.decode(text, 8);
    // More steps than the recorder keeps: it must not allocate when its rings turn over either.
    constexpr int kSteps = 600;
    const std::size_t before = test::allocations();
    running.decode(text, kSteps);
    const std::size_t after = test::allocations();
    CHECK(after == before);
    CHECK(running.recorder().snapshot()->stepsDropped > 0);
}
