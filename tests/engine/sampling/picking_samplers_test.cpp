#include "tests/engine/sampling/chain_support.h"

#include <algorithm>

using namespace cutaway;
using namespace cutaway::sampling;

namespace {

/// What adaptive-p makes of the probabilities at an aim, by its formula.
std::vector<double> adapted(const std::vector<double>& probabilities, double aim)
{
    std::vector<double> result;
    double sum = 0;
    for (const double p : probabilities) {
        const double x = std::fabs(p - aim) / 0.3;
        sum += result.emplace_back(std::exp(5 - 10 * x * x / (1 + x)));
    }
    for (double& p : result)
        p /= sum;
    return result;
}

/// Pearson's statistic of 100,000 draws.
double chiSquare(const SamplingParams& params, const std::vector<float>& logits, const std::vector<double>& expected)
{
    SamplerChain chain = chainOf(params, logits.size(), 2026);
    constexpr int kCount = 100'000;
    std::vector<int> seen(logits.size());
    for (int i = 0; i < kCount; ++i) {
        auto copy = logits;
        ++seen[std::size_t(chain.sample(copy)->token)];
    }
    double statistic = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
        statistic += (seen[i] - expected[i] * kCount) * (seen[i] - expected[i] * kCount) / (expected[i] * kCount);
    return statistic;
}

/// The probability of the next pick, by itself, and the sampler's view of how many candidates it drew from.
struct Draw {
    Pick pick;
    std::size_t candidates = 0;
};
Draw drawFrom(SamplerChain& chain, std::vector<float> logits)
{
    ChainTrace trace;
    const auto pick = chain.sampleTraced(logits, 1, trace);
    REQUIRE(pick);
    chain.accept(pick->token);
    return { *pick, trace.back().after.count };
}

} // namespace

TEST_CASE("draws follow the distribution: chi-square over 100,000")
{
    const std::vector<double> probabilities { 0.3, 0.2, 0.15, 0.12, 0.1, 0.08, 0.04, 0.01 };
    const auto logits = logsOf(probabilities);
    constexpr double kLimit = 24.32; // 7 degrees of freedom: exceeded by one seed in a thousand
    CHECK(chiSquare(plainWith({}), logits, probabilities) < kLimit);
    std::vector<double> hotter;
    double sum = 0;
    for (const double p : probabilities)
        sum += hotter.emplace_back(std::pow(p, 1 / 1.7));
    for (double& p : hotter)
        p /= sum;
    CHECK(chiSquare(plainWith({ { "temperature", 1.7 } }), logits, hotter) < kLimit);
    CHECK(chiSquare(plainWith({ { "adaptive_target", 0.2 } }), logits, adapted(probabilities, 0.2)) < kLimit);
    // Without a limit and without learning, Mirostat draws from all.
    CHECK(chiSquare(plainWith({ { "mirostat", 2 }, { "mirostat_tau", 20 }, { "mirostat_eta", 0 } }), logits, probabilities) < kLimit);
}

TEST_CASE("mirostat 2 cuts at mu, which begins at twice tau and learns from the surprise")
{
    SamplerChain chain = chainOf(plainWith({ { "mirostat", 2 }, { "mirostat_tau", 0.75 }, { "mirostat_eta", 1 }, { "top_k", 1 } }), 4);
    for (int round = 0; round < 2; ++round) {
        // mu = 1.5 bits: 0.5 has 1 bit, 0.25 has 2. The draw has no surprise: mu becomes 2.25.
        Draw draw = drawFrom(chain, logsOf(kProbabilities));
        CHECK(draw.candidates == 1);
        CHECK(draw.pick.token == 1);
        CHECK(draw.pick.probability == 1);
        draw = drawFrom(chain, logsOf(kProbabilities));
        CHECK(draw.candidates == 2);
        CHECK(draw.pick.probability == Approx(draw.pick.token == 1 ? 2.0 / 3 : 1.0 / 3));
        // mu = 2.25 - (surprise - 0.75): 2.415 after token 1, 1.415 after token 0.
        CHECK(drawFrom(chain, logsOf(kProbabilities)).candidates == (draw.pick.token == 1 ? 2 : 1));
        chain.reset();
    }
}

TEST_CASE("mirostat 1 estimates the exponent of Zipf's law and cuts there")
{
    constexpr double kExponent = 1.5, kTau = 3;
    constexpr std::size_t kVocab = 1000;
    std::vector<float> logits;
    for (std::size_t i = 0; i < kVocab; ++i)
        logits.push_back(float(-kExponent * std::log(double(i + 1))));
    std::reverse(logits.begin(), logits.end());
    const double e = kExponent - 1;
    const double k = std::pow(e * std::pow(2, 2 * kTau) / (1 - std::pow(double(kVocab), -e)), 1 / kExponent);
    SamplerChain chain = chainOf(plainWith({ { "mirostat", 1 }, { "mirostat_tau", kTau } }), kVocab);
    CHECK(drawFrom(chain, logits).candidates == std::size_t(k));
    // Nothing to estimate from.
    SamplerChain one = chainOf(plainWith({ { "mirostat", 1 } }), 1);
    CHECK(drawFrom(one, { 3 }).pick.probability == 1);
}

TEST_CASE("adaptive-p aims so that the average drawn comes to the target")
{
    const SamplingParams params = plainWith({ { "adaptive_target", 0.5 }, { "adaptive_decay", 0.9 } });
    SamplerChain chain = chainOf(params, 4);
    double weighted = 0.5 / (1 - 0.9), total = 1 / (1 - 0.9);
    for (int i = 0; i < 50; ++i) {
        const double aim = std::clamp(2 * 0.5 - weighted / total, 0.0, 1.0);
        const Draw draw = drawFrom(chain, logsOf(kProbabilities));
        INFO(i);
        CHECK(draw.pick.probability == Approx(adapted(kProbabilities, aim)[std::size_t(draw.pick.token)]).epsilon(1e-4));
        weighted = kProbabilities[std::size_t(draw.pick.token)] + 0.9 * weighted;
        total = 1 + 0.9 * total;
    }
}

TEST_CASE("same seed, same tokens, for every way to pick; reset begins anew")
{
    for (const auto& [key, value] : std::map<std::string, double> { { "mirostat", 1 }, { "mirostat", 2 }, { "adaptive_target", 0.3 },
             { "xtc_probability", 0.5 }, { "top_n_sigma", 2 } }) {
        INFO(key);
        const auto tokens = [](SamplerChain& chain) {
            std::vector<TokenId> picks;
            for (int i = 0; i < 100; ++i)
                picks.push_back(drawFrom(chain, logsOf(kProbabilities)).pick.token);
            return picks;
        };
        SamplerChain first = chainOf(plainWith({ { key, value } }), 4, 5), second = chainOf(plainWith({ { key, value } }), 4, 5);
        const auto picks = tokens(first);
        CHECK(tokens(second) == picks);
        CHECK(tokens(second) != picks);
        first.reset();
        CHECK(tokens(first) == picks);
    }
}
