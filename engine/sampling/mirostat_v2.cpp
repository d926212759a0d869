#include "engine/sampling/mirostat.h"

#include <algorithm>
#include <cmath>

namespace cutaway::sampling {
namespace {

/// Cuts at the first token more surprising than mu. Source: the authors' repository of Mirostat, algorithm 2.
class MirostatV2Sampler final : public MirostatSampler {
public:
    using MirostatSampler::MirostatSampler;

protected:
    std::size_t kept(std::span<const Candidate> sorted, float mu) const override
    {
        const auto end = std::ranges::find_if(sorted, [mu](const Candidate& candidate) { return -std::log2(candidate.p) > mu; });
        return std::size_t(end - sorted.begin());
    }
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup) { return std::make_unique<MirostatV2Sampler>(setup); }
bool asked(const SamplingParams& params) { return asksForMirostat(params, 2); }

} // namespace

extern const SamplerSpec mirostat_v2;
constexpr SamplerSpec mirostat_v2 { "mirostat_v2", SamplerSpec::Role::pick, "Holds the surprise of the text constant, by a plain limit.", {},
    create, {}, asked, SamplerSpec::Before::basisOnly };

} // namespace cutaway::sampling
