#include "engine/sampling/sampler_chain.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <set>

using namespace cutaway;
using namespace cutaway::sampling;

/// Walks the registry: a sampler is tested here by being listed.
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<std::vector<float>> difficultLogits()
{
    std::vector<std::vector<float>> all { { 0 }, { -kInf, 1 }, { 5, 5, 5, 5 }, { -kInf, -kInf, -1e30F, -kInf }, { 1e30F, -1e30F, 0 },
        { std::nanf(""), 2, std::nanf("") } };
    std::vector<float> slope(3000);
    for (std::size_t i = 0; i < slope.size(); ++i)
        slope[i] = float(i % 97) * 0.3F;
    all.push_back(slope);
    return all;
}

/// Settings in which the sampler's parameters take their limits, one after the other.
std::vector<SamplingParams> extremes(const SamplerSpec& spec)
{
    std::vector<SamplingParams> all(1);
    for (const base::ParamSpec& param : spec.params) {
        for (const double value : { param.minimum, param.maximum, (param.minimum + param.maximum) / 2 }) {
            SamplingParams params;
            if (params.set(param.key, param.type == base::ParamSpec::Type::real ? value : std::floor(value)))
                all.push_back(params);
        }
    }
    all.front().addLogitBias(LogitBias { 0, 0.5F });
    return all;
}

} // namespace

TEST_CASE("samplers have names, help and parameters of their own group")
{
    std::set<std::string_view> names;
    for (const SamplerSpec* spec : samplers()) {
        INFO(spec->name);
        CHECK(names.insert(spec->name).second);
        CHECK_FALSE(spec->help.empty());
        REQUIRE(spec->create != nullptr);
        for (const base::ParamSpec& param : spec->params)
            CHECK(param.group == spec->name);
    }
    CHECK(names.size() == samplers().size());
}

TEST_CASE("no sampler empties the candidates, on the whole vocabulary or on a list")
{
    for (const SamplerSpec* spec : samplers()) {
        for (const SamplingParams& params : extremes(*spec)) {
            for (std::vector<float> logits : difficultLogits()) {
                for (const bool asList : { false, true }) {
                    INFO(spec->name << " on " << logits.size() << (asList ? " as list" : " whole"));
                    const auto sampler = spec->create({ params, logits.size(), 1 });
                    if (!sampler)
                        continue;
                    sampler->accept(0);
                    Candidates candidates(logits.size());
                    candidates.start(logits);
                    if (asList)
                        candidates.list();
                    sampler->apply(candidates);
                    CHECK(candidates.size() > 0);
                    if (spec->role == SamplerSpec::Role::pick) {
                        REQUIRE(candidates.picked.id != base::kNoToken);
                        CHECK(logits[std::size_t(candidates.picked.id)] > -kInf);
                    }
                }
            }
        }
    }
}

TEST_CASE("when no token is allowed the chain says so")
{
    for (const double temperature : { 0.0, 0.8 }) {
        for (const double topK : { 0.0, 40.0 }) {
            SamplingParams params;
            REQUIRE(params.set("temperature", temperature));
            REQUIRE(params.set("top_k", topK));
            auto chain = SamplerChain::create(params, 200, 1);
            REQUIRE(chain);
            std::vector<float> never(200, -kInf), unknown(200, std::nanf(""));
            CHECK_FALSE(chain->sample(never));
            CHECK_FALSE(chain->sample(unknown));
            std::vector<float> one(200, -kInf);
            one[77] = -3;
            const auto pick = chain->sample(one);
            REQUIRE(pick);
            CHECK(pick->token == 77);
            CHECK(pick->probability == 1);
        }
    }
}
