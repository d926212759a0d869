#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/golden_model.h"
#include "tests/support/test_data.h"

#include <bit>

using namespace cutaway;

namespace {

/// The bits of the logits of a prompt of more than one ubatch, and of some decode steps after it.
std::vector<std::uint32_t> bitsWith(int threads, const test::GoldenModel& golden)
{
    test::RunningModel running(golden.model, { .context = 1024, .threads = threads });
    const std::vector<base::TokenId> prompt = golden.ids().at("long");
    REQUIRE(std::int32_t(prompt.size()) > running.session().model().options().ubatch);
    std::vector<std::uint32_t> bits;
    const auto keep = [&](const std::vector<float>& logits) {
        for (const float logit : logits)
            bits.push_back(std::bit_cast<std::uint32_t>(logit));
    };
    keep(running.logitsAfter(prompt));
    for (int step = 0; step < 8; ++step) {
        REQUIRE(running.session().decode(prompt[std::size_t(step)], {}));
        keep(running.logits());
    }
    return bits;
}

} // namespace

TEMPLATE_TEST_CASE("one, two and three threads compute the same bits, in prefill and in decode", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    const auto alone = bitsWith(1, *golden);
    for (const int threads : { 2, 3 }) {
        INFO(threads << " threads");
        CHECK((bitsWith(threads, *golden) == alone));
    }
}

TEMPLATE_TEST_CASE("a long decode reuses its plan and meets at few barriers", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    constexpr int kSteps = 400; // over powers of two and Gemma's window of 512
    test::RunningModel running(golden->model, { .context = 1024 });
    const std::vector<base::TokenId> text = golden->ids().at("long");
    for (const std::size_t prompt : { std::size_t(5), std::size_t(300) }) {
        running.logitsAfter({ text.begin(), text.begin() + std::ptrdiff_t(prompt) });
        const runtime::PlanCounts before = running.session().planCounts();
        running.decode(text, kSteps);
        const runtime::PlanCounts after = running.session().planCounts();
        REQUIRE(after.built + after.reused == before.built + before.reused + kSteps);
        CHECK(double(after.reused - before.reused) > 0.99 * kSteps);
    }
    CHECK(running.session().barriersPerLayer() > 0);
    CHECK(running.session().barriersPerLayer() <= 8);
}
