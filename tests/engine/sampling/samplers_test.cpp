#include "tests/engine/sampling/chain_support.h"

#include <cmath>
#include <numeric>

using namespace cutaway;
using namespace cutaway::sampling;

TEST_CASE("a plain chain picks by the softmax of the logits")
{
    checkPickable(plainWith({}), { { 0, 0.25 }, { 1, 0.5 }, { 2, 0.1 }, { 3, 0.15 } });
}
TEST_CASE("top-k keeps the best k") { checkPickable(plainWith({ { "top_k", 2 } }), { { 1, 0.5 / 0.75 }, { 0, 0.25 / 0.75 } }); }
TEST_CASE("top-p keeps the smallest set that reaches p")
{
    checkPickable(plainWith({ { "top_p", 0.7 } }), { { 1, 0.5 / 0.75 }, { 0, 0.25 / 0.75 } });
    checkPickable(plainWith({ { "top_p", 0.8 } }), { { 1, 0.5 / 0.9 }, { 0, 0.25 / 0.9 }, { 3, 0.15 / 0.9 } });
    checkPickable(plainWith({ { "top_p", 0 } }), { { 1, 1.0 } });
}
TEST_CASE("min-p keeps a share of the best") { checkPickable(plainWith({ { "min_p", 0.4 } }), { { 1, 0.5 / 0.75 }, { 0, 0.25 / 0.75 } }); }
TEST_CASE("temperature sharpens and flattens")
{
    const double squares = 0.25 * 0.25 + 0.5 * 0.5 + 0.1 * 0.1 + 0.15 * 0.15;
    checkPickable(plainWith({ { "temperature", 0.5 } }),
        { { 0, 0.0625 / squares }, { 1, 0.25 / squares }, { 2, 0.01 / squares }, { 3, 0.0225 / squares } });
}
TEST_CASE("typical-p keeps what is closest to the entropy")
{
    // Entropy 1.208; surprises 1.386, 0.693, 2.303, 1.897: token 0 is closest, then token 1.
    checkPickable(plainWith({ { "typical_p", 0.2 } }), { { 0, 1.0 } });
    checkPickable(plainWith({ { "typical_p", 0.5 } }), { { 0, 0.25 / 0.75 }, { 1, 0.5 / 0.75 } });
}

TEST_CASE("penalties follow their formula over the last n tokens")
{
    const std::vector<float> logits { 2, -1, 0.5 };
    SamplerChain chain = chainOf(
        plainWith({ { "repeat_penalty", 2 }, { "frequency_penalty", 0.25 }, { "presence_penalty", 0.5 }, { "repeat_last_n", 3 } }), 3);
    for (const TokenId token : { 2, 0, 0, 1 }) // token 2 is too long ago
        chain.accept(token);
    std::vector<float> changed = logits;
    REQUIRE(chain.sample(changed));
    CHECK(changed == std::vector<float> { 2.0F / 2 - (2 * 0.25F + 0.5F), -1.0F * 2 - (0.25F + 0.5F), 0.5F });
    chain.reset();
    changed = logits;
    REQUIRE(chain.sample(changed));
    CHECK(changed == logits);
}

TEST_CASE("a logit bias adds up, and -inf forbids")
{
    SamplingParams params = plainWith({ { "temperature", 0 } });
    REQUIRE(params.addLogitBias("0=1.5"));
    REQUIRE(params.addLogitBias("0=1.5"));
    REQUIRE(params.addLogitBias("2=-inf"));
    std::vector<float> logits { 0, 2, 9 };
    const auto pick = chainOf(params, 3).sample(logits);
    REQUIRE(pick);
    CHECK(pick->token == 0);
    CHECK(SamplerChain::create(params, 2, 1).error().message == "there is a logit bias for token 2; the vocabulary has 2 tokens");
}

TEST_CASE("temperature 0 takes the first of the best and tells its share")
{
    std::vector<float> logits { 1, 3, 3, 0 };
    const auto pick = chainOf(plainWith({ { "temperature", 0 } }), 4).sample(logits);
    REQUIRE(pick);
    CHECK(pick->token == 1);
    CHECK(pick->probability == Approx(1 / (2 + std::exp(-2.0) + std::exp(-3.0))));
}

TEST_CASE("top-k on the whole vocabulary keeps what a full sort keeps")
{
    for (const std::uint64_t seed : { 1, 2, 3 }) {
        std::mt19937 engine { std::uint32_t(seed) };
        std::vector<float> logits(10'007);
        for (float& logit : logits)
            logit = float(engine() % 500); // many equal ones
        if (seed == 2)
            std::sort(logits.begin(), logits.end());
        std::vector<TokenId> order(logits.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](TokenId a, TokenId b) { return logits[std::size_t(a)] > logits[std::size_t(b)]; });
        Candidates candidates(logits.size());
        for (const std::size_t k : { 1, 40, 3000, 9000, 20'000 }) {
            candidates.start(logits);
            candidates.keepTop(k);
            REQUIRE(candidates.size() == std::min(k, logits.size()));
            for (std::size_t i = 0; i < candidates.size(); ++i)
                REQUIRE(candidates.list()[i].id == order[i]);
        }
    }
}

TEST_CASE("the same seed gives the same tokens, another one does not")
{
    const auto tokens = [](SamplerChain& chain) {
        std::vector<TokenId> picks;
        for (int i = 0; i < 100; ++i) {
            std::vector<float> logits(1000);
            for (std::size_t t = 0; t < logits.size(); ++t)
                logits[t] = float((t * 7919 + std::size_t(i)) % 13);
            picks.push_back(chain.sample(logits)->token);
            chain.accept(picks.back());
        }
        return picks;
    };
    SamplerChain first = chainOf({}, 1000, 42), second = chainOf({}, 1000, 42), other = chainOf({}, 1000, 43);
    const auto expected = tokens(first);
    CHECK(tokens(second) == expected);
    CHECK(tokens(other) != expected);
    first.reset();
    CHECK(tokens(first) == expected);
}
