#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <array>

namespace cutaway::sampling {
namespace {

/// logit / temperature. At 0 the chain ends in greedy instead, and nothing is left to do here.
class TemperatureSampler final : public Sampler {
public:
    explicit TemperatureSampler(float temperature) : m_temperature(temperature) {}
    void apply(Candidates& candidates) override
    {
        if (candidates.isWhole()) {
            for (float& logit : candidates.logits())
                logit /= m_temperature;
        } else {
            for (Candidate& candidate : candidates.list())
                candidate.logit /= m_temperature;
        }
    }

private:
    float m_temperature;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const auto temperature = float(setup.params.get("temperature"));
    if (temperature <= 0 || temperature == 1)
        return nullptr;
    return std::make_unique<TemperatureSampler>(temperature);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "temperature", "--temp", Type::real, 0, 10, 0.8, 0.05, "",
        "Higher is more varied, lower more predictable; 0 always takes the most probable token.", "temperature" },
};

} // namespace

extern const SamplerSpec temperature;
constexpr SamplerSpec temperature { "temperature", SamplerSpec::Role::edit, "Makes the choice more or less varied.", kParams, create };

} // namespace cutaway::sampling
