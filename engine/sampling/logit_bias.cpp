#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <vector>

namespace cutaway::sampling {
namespace {

/// logit += bias, once for each entry: entries for the same token add up.
class LogitBiasSampler final : public Sampler {
public:
    explicit LogitBiasSampler(std::span<const LogitBias> biases) : m_biases(biases.begin(), biases.end()) {}
    void apply(Candidates& candidates) override
    {
        for (const LogitBias& bias : m_biases) {
            if (candidates.isWhole())
                candidates.logits()[std::size_t(bias.id)] += bias.bias;
            else
                applyToList(candidates, bias);
        }
        candidates.markUnsorted();
    }

private:
    static void applyToList(Candidates& candidates, const LogitBias& bias)
    {
        for (Candidate& candidate : candidates.list()) {
            if (candidate.id == bias.id)
                candidate.logit += bias.bias;
        }
    }
    std::vector<LogitBias> m_biases;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    if (setup.params.logitBias().empty())
        return nullptr;
    return std::make_unique<LogitBiasSampler>(setup.params.logitBias());
}

} // namespace

extern const SamplerSpec logit_bias;
constexpr SamplerSpec logit_bias { "logit_bias", SamplerSpec::Role::basis, "Adds a value of your choice to the logits of chosen tokens.", {},
    create };

} // namespace cutaway::sampling
