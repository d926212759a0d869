#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cutaway::sampling {
namespace {

/// logit / temperature. At 0 the chain ends in greedy instead, and nothing is left to do here.
class TemperatureSampler final : public Sampler {
public:
    explicit TemperatureSampler(float temperature) : m_temperature(temperature) {}
    void apply(Candidates& candidates) override
    {
        candidates.forEachLogit([this](float& logit) { logit /= m_temperature; });
    }

private:
    float m_temperature;
};

/// The temperature follows the entropy of the candidates: from T - range for a sure choice to T + range for an even one.
/// Source: the author's description of "dynamic temperature", koboldcpp.
class DynamicTemperatureSampler final : public Sampler {
public:
    DynamicTemperatureSampler(float lowest, float highest, float exponent) : m_lowest(lowest), m_highest(highest), m_exponent(exponent) {}
    void apply(Candidates& candidates) override
    {
        if (candidates.size() <= 1)
            return;
        candidates.sort();
        candidates.softmax();
        float entropy = 0;
        for (const Candidate& candidate : candidates.list())
            entropy -= candidate.p > 0 ? candidate.p * std::log(candidate.p) : 0;
        const float share = entropy / std::log(float(candidates.size()));
        const float temperature = m_lowest + (m_highest - m_lowest) * std::pow(std::max(share, 0.0F), m_exponent);
        if (temperature <= 0)
            return candidates.keepFirst(1);
        for (Candidate& candidate : candidates.list())
            candidate.logit /= temperature;
    }

private:
    float m_lowest, m_highest, m_exponent;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const auto temperature = float(setup.params.get("temperature"));
    if (const auto range = float(setup.params.get("dynatemp_range")); range > 0)
        return std::make_unique<DynamicTemperatureSampler>(
            std::max(0.0F, temperature - range), temperature + range, float(setup.params.get("dynatemp_exponent")));
    if (temperature <= 0 || temperature == 1)
        return nullptr;
    return std::make_unique<TemperatureSampler>(temperature);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "temperature", "--temp", Type::real, 0, 10, 0.8, 0.05, "",
        "Higher is more varied, lower more predictable; 0 always takes the most probable token.", "temperature" },
    base::ParamSpec { "dynatemp_range", "--dynatemp-range", Type::real, 0, 10, 0, 0.05, "",
        "How far the temperature moves with the entropy, up and down; 0 is off.", "temperature" },
    base::ParamSpec { "dynatemp_exponent", "--dynatemp-exponent", Type::real, 0, 10, 1, 0.1, "",
        "How the temperature follows the entropy; 1 is in proportion.", "temperature" },
};
constexpr std::array<std::string_view, 2> kAliases { "temp", "t" };

} // namespace

extern const SamplerSpec temperature;
constexpr SamplerSpec temperature { "temperature", SamplerSpec::Role::basis, "Makes the choice more or less varied.", kParams, create,
    kAliases };

} // namespace cutaway::sampling
