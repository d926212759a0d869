#pragma once
#include "engine/sampling/sampler_chain.h"
#include "tests/support/catch.h"

#include <cmath>
#include <map>

namespace cutaway::sampling {

constexpr int kDraws = 2000;
/// Everything off, temperature 1.
inline const std::vector<std::pair<std::string, double>> kPlain { { "top_k", 0 }, { "top_p", 1 }, { "min_p", 0 }, { "temperature", 1 } };

inline SamplingParams plainWith(std::initializer_list<std::pair<std::string, double>> values)
{
    auto params = SamplingParams::fromPairs(kPlain);
    REQUIRE(params);
    for (const auto& [key, value] : values)
        REQUIRE(params->set(key, value));
    return *params;
}

inline SamplerChain chainOf(const SamplingParams& params, std::size_t vocabSize, std::uint64_t seed = 1)
{
    auto chain = SamplerChain::create(params, vocabSize, seed);
    REQUIRE(chain);
    return std::move(*chain);
}

inline std::vector<float> logsOf(const std::vector<double>& probabilities)
{
    std::vector<float> logits;
    logits.reserve(probabilities.size());
    for (const double p : probabilities)
        logits.push_back(float(std::log(p)));
    return logits;
}

/// The tokens that were ever picked, with the probability that the chain gave them.
inline std::map<TokenId, float> pickable(const SamplingParams& params, const std::vector<float>& logits)
{
    SamplerChain chain = chainOf(params, logits.size());
    std::map<TokenId, float> found;
    for (int i = 0; i < kDraws; ++i) {
        std::vector<float> copy = logits;
        const auto pick = chain.sample(copy);
        REQUIRE(pick);
        found[pick->token] = pick->probability;
    }
    return found;
}

inline const std::vector<double> kProbabilities { 0.25, 0.5, 0.1, 0.15 };

inline void checkPickable(const SamplingParams& params, const std::map<TokenId, double>& expected)
{
    const auto found = pickable(params, logsOf(kProbabilities));
    REQUIRE(found.size() == expected.size());
    for (const auto& [token, p] : expected) {
        INFO(token);
        REQUIRE(found.contains(token));
        CHECK(found.at(token) == Approx(p).epsilon(1e-5));
    }
}

} // namespace cutaway::sampling
