#include "engine/sampling/exponential.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <limits>

namespace cutaway::sampling {
namespace {

/// Takes the best token, the one with the lowest id among equals.
class GreedySampler final : public Sampler {
public:
    void apply(Candidates& candidates) override
    {
        const float best = candidates.maxLogit();
        if (best == -std::numeric_limits<float>::infinity())
            return;
        candidates.isWhole() ? pickFromAll(candidates, best) : pickFromList(candidates, best);
    }

private:
    static void pickFromAll(Candidates& candidates, float best)
    {
        const auto logits = candidates.logits();
        const auto found = std::ranges::find(logits, best);
        candidates.picked = { TokenId(found - logits.begin()), best, float(1 / exponentialSum(logits, best)) };
    }

    static void pickFromList(Candidates& candidates, float best)
    {
        double sum = 0;
        for (const Candidate& candidate : candidates.list()) {
            const bool isBest = candidate.logit == best;
            if (isBest && (candidates.picked.id == base::kNoToken || candidate.id < candidates.picked.id))
                candidates.picked = candidate;
            sum += isBest ? 1 : exponential(double(candidate.logit) - double(best));
        }
        candidates.picked.p = float(1 / sum);
    }
};

std::unique_ptr<Sampler> create(const SamplerSetup&) { return std::make_unique<GreedySampler>(); }
bool asked(const SamplingParams& params) { return params.get("temperature") <= 0 && params.get("dynatemp_range") <= 0; }

} // namespace

extern const SamplerSpec greedy;
constexpr SamplerSpec greedy { "greedy", SamplerSpec::Role::pick, "Takes the most probable token.", {}, create, {}, asked };

} // namespace cutaway::sampling
