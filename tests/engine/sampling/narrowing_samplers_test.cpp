#include "tests/engine/sampling/chain_support.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace cutaway;
using namespace cutaway::sampling;

TEST_CASE("top-n-sigma keeps what is within n deviations of the best")
{
    // Mean 2.75, deviation sqrt(3.6875) = 1.9203: the limits are 3.08 and 1.16.
    const std::vector<float> logits { 0, 2, 4, 5 };
    const auto one = pickable(plainWith({ { "top_n_sigma", 1 } }), logits);
    REQUIRE(one.size() == 2);
    CHECK(one.at(3) == Approx(1 / (1 + std::exp(-1.0))));
    CHECK(pickable(plainWith({ { "top_n_sigma", 2 } }), logits).size() == 3);
    CHECK(pickable(plainWith({ { "top_n_sigma", 0 } }), logits).size() == 4);
    // Logits of -inf do not count.
    CHECK(pickable(plainWith({ { "top_n_sigma", 1 } }), { 0, 2, -INFINITY, 4, 5 }).size() == 2);
}

TEST_CASE("xtc leaves out the top choices but the last that reaches the threshold")
{
    checkPickable(plainWith({ { "xtc_probability", 1 }, { "xtc_threshold", 0.2 } }), { { 0, 0.5 }, { 2, 0.2 }, { 3, 0.3 } });
    checkPickable(plainWith({ { "xtc_probability", 1 }, { "xtc_threshold", 0.12 } }), { { 2, 0.4 }, { 3, 0.6 } });
    for (const double none : { 0.4, 0.51 }) // one token reaches it; off
        CHECK(pickable(plainWith({ { "xtc_probability", 1 }, { "xtc_threshold", none } }), logsOf(kProbabilities)).size() == 4);
    // Half of the time: the best token, of p 0.5, comes in a quarter of the draws.
    SamplerChain chain = chainOf(plainWith({ { "xtc_probability", 0.5 }, { "xtc_threshold", 0.2 } }), 4, 11);
    int best = 0;
    constexpr int kCount = 20'000;
    for (int i = 0; i < kCount; ++i) {
        auto logits = logsOf(kProbabilities);
        best += chain.sample(logits)->token == 1;
    }
    CHECK(best / double(kCount) == Approx(0.25).margin(0.015)); // five standard deviations
}

TEST_CASE("a dynamic temperature follows the entropy")
{
    double entropy = 0;
    for (const double p : kProbabilities)
        entropy -= p * std::log(p);
    const double temperature = 0.5 + (1.5 - 0.5) * std::pow(entropy / std::log(4.0), 2);
    std::map<TokenId, double> expected;
    double sum = 0;
    for (std::size_t i = 0; i < kProbabilities.size(); ++i)
        sum += expected[TokenId(i)] = std::pow(kProbabilities[i], 1 / temperature);
    for (auto& [token, p] : expected)
        p /= sum;
    checkPickable(plainWith({ { "dynatemp_range", 0.5 }, { "dynatemp_exponent", 2 } }), expected);
    // From 0 to 2 at even odds: 2; one sure token: 0.
    CHECK(pickable(plainWith({ { "dynatemp_range", 5 } }), { 3, 3 }).size() == 2);
    CHECK(pickable(plainWith({ { "dynatemp_range", 1 } }), { 200, 3 }).size() == 1);
}

TEST_CASE("the order of a chain decides what it does")
{
    const auto kept = [](std::string_view order) {
        SamplingParams params = plainWith({ { "top_p", 0.7 }, { "temperature", 4 } });
        REQUIRE(params.setOrder(order));
        return pickable(params, logsOf(kProbabilities)).size();
    };
    CHECK(kept("top_p;temperature") == 2);
    CHECK(kept("temperature;top_p") == 3); // flattened first: 0.31, 0.26, 0.23, 0.20
    CHECK(kept("temperature") == 4);
}

TEST_CASE("a traced pick tells what each sampler did and picks the same")
{
    const SamplingParams params = plainWith({ { "top_k", 3 }, { "min_p", 0.4 } });
    SamplerChain chain = chainOf(params, 4), plain = chainOf(params, 4);
    auto logits = logsOf(kProbabilities), again = logits;
    ChainTrace trace;
    const auto pick = chain.sampleTraced(logits, 2, trace);
    REQUIRE(pick);
    CHECK(pick->token == plain.sample(again)->token);
    REQUIRE(trace.size() == 3);
    CHECK(trace[0].sampler == "top_k");
    CHECK(trace[0].before.count == 4);
    CHECK(trace[0].after.count == 3);
    CHECK(trace[0].before.best[0].p == Approx(0.5));
    CHECK(trace[0].after.best[0].p == Approx(0.5 / 0.9));
    CHECK(trace[0].after.best.size() == 2);
    CHECK(trace[1].sampler == "min_p");
    CHECK(trace[1].before.count == 3);
    CHECK(trace[1].after.count == 2);
    CHECK(trace[2].sampler == "dist");
}

TEST_CASE("top-k of a large vocabulary is the head of the sorted whole, equals by id")
{
    std::mt19937 engine(5);
    for (const int levels : { 7, 3000, 1'000'000 }) { // with few levels nearly all are equals
        std::vector<float> logits(100'003);
        std::ranges::generate(logits, [&] { return float(int(engine() % unsigned(levels))); });
        for (int order = 0; order < 3; ++order) {
            if (order > 0)
                std::ranges::sort(logits);
            if (order > 1)
                std::ranges::reverse(logits);
            INFO(levels << " levels, order " << order);
            std::vector<TokenId> ids(logits.size());
            std::iota(ids.begin(), ids.end(), 0);
            std::ranges::stable_sort(ids, [&](TokenId a, TokenId b) { return logits[std::size_t(a)] > logits[std::size_t(b)]; });
            Candidates candidates(logits.size());
            for (const std::size_t count : { 1, 40, 256, 5000 }) {
                candidates.start(logits);
                candidates.keepTop(count);
                const auto list = candidates.list();
                REQUIRE(list.size() == count);
                CHECK(std::ranges::equal(list, std::span(ids).first(count), {}, &Candidate::id));
            }
        }
    }
}
