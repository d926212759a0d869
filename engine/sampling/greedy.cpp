#include "engine/sampling/exponential.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <limits>

namespace cutaway::sampling {
namespace {

/// Takes the best token, the one with the lowest id among equals.
class GreedySampler final : public Sampler {
public:
    void apply(Candidates& candidates) override
    {
        const float best = candidates.maxLogit();
        double sum = 0;
        if (candidates.isWhole()) {
            const auto logits = candidates.logits();
            for (std::size_t i = 0; i < logits.size(); ++i)
                visit(candidates, { TokenId(i), logits[i], 0 }, best, sum);
        } else {
            for (const Candidate& candidate : candidates.list())
                visit(candidates, candidate, best, sum);
        }
        candidates.picked.p = sum > 0 ? float(1 / sum) : 0;
    }

private:
    static void visit(Candidates& candidates, const Candidate& candidate, float best, double& sum)
    {
        const bool isBest = candidate.logit == best && best > -std::numeric_limits<float>::infinity();
        const TokenId current = candidates.picked.id;
        if (isBest && (current == base::kNoToken || candidate.id < current))
            candidates.picked = candidate;
        sum += isBest ? 1 : exponential(double(candidate.logit) - double(best));
    }
};

std::unique_ptr<Sampler> create(const SamplerSetup&) { return std::make_unique<GreedySampler>(); }
bool asked(const SamplingParams& params) { return params.get("temperature") <= 0 && params.get("dynatemp_range") <= 0; }

} // namespace

extern const SamplerSpec greedy;
constexpr SamplerSpec greedy { "greedy", SamplerSpec::Role::pick, "Takes the most probable token.", {}, create, {}, asked };

} // namespace cutaway::sampling
