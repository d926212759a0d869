#include "engine/base/clock.h"
#include "engine/sampling/sampler_chain.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <limits>
#include <random>

using namespace cutaway;
using namespace cutaway::sampling;

namespace {

std::vector<float> gaussianLogits(std::size_t size, std::uint32_t seed)
{
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0, 4);
    std::vector<float> logits(size);
    std::ranges::generate(logits, [&] { return normal(engine); });
    return logits;
}

/// Best of ten picks, in ns.
std::int64_t bestTime(SamplerChain& chain, const std::vector<float>& logits)
{
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    std::vector<float> copy(logits.size());
    for (int i = 0; i < 10; ++i) {
        std::ranges::copy(logits, copy.begin());
        const std::int64_t start = base::nowNs();
        const auto pick = chain.sample(copy);
        chain.accept(pick->token);
        best = std::min(best, base::nowNs() - start);
    }
    return best;
}

} // namespace

TEST_CASE("a pick takes well under a millisecond and allocates nothing")
{
    for (const std::size_t vocabSize : { 49'152, 262'144 }) {
        auto logits = gaussianLogits(vocabSize, 7);
        auto ascending = logits;
        std::ranges::sort(ascending);
        SamplingParams params;
        REQUIRE(params.set("repeat_penalty", 1.1));
        auto chain = SamplerChain::create(params, vocabSize, 1);
        REQUIRE(chain);
        const std::int64_t time = bestTime(*chain, logits), worst = bestTime(*chain, ascending);
        std::cout << "default chain with penalties, " << vocabSize << " tokens: " << time / 1000 << " us, logits in ascending order "
                  << worst / 1000 << " us\n";
        CHECK(time < 500'000);
        const std::size_t before = test::allocations();
        for (int i = 0; i < 200; ++i)
            chain->accept(chain->sample(logits)->token);
        CHECK(test::allocations() == before);
        REQUIRE(params.set("temperature", 0));
        REQUIRE(params.set("top_k", 0));
        auto greedy = SamplerChain::create(params, vocabSize, 1);
        std::cout << "greedy without top-k: " << bestTime(*greedy, logits) / 1000 << " us\n";
        REQUIRE(params.set("top_p", 1));
        REQUIRE(params.set("min_p", 0));
        auto alone = SamplerChain::create(params, vocabSize, 1);
        std::cout << "greedy alone: " << bestTime(*alone, logits) / 1000 << " us\n";
    }
}
