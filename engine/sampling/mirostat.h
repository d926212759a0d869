#pragma once
#include "engine/sampling/random.h"
#include "engine/sampling/sampler.h"

namespace cutaway::sampling {

/// What both versions of Mirostat share: cut, draw by what is left, and learn from the surprise of the drawn token.
/// Source: Basu et al. 2020, arXiv 2007.14966.
class MirostatSampler : public Sampler {
public:
    explicit MirostatSampler(const SamplerSetup& setup);
    void apply(Candidates& candidates) final;
    void reset() final;

protected:
    /// How many of the candidates, sorted and with p set, stay at a limit of `mu` bits of surprise; 0 counts as 1.
    virtual std::size_t kept(std::span<const Candidate> sorted, float mu) const = 0;

private:
    float m_target, m_rate;
    std::uint64_t m_seed;
    Random m_random;
    float m_mu; ///< bits
};

/// Whether the parameters ask for this version, 1 or 2.
bool asksForMirostat(const SamplingParams& params, int version);

} // namespace cutaway::sampling
