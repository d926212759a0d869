#include "engine/sampling/draw.h"
#include "engine/sampling/sampler.h"

#include <limits>

namespace cutaway::sampling {
namespace {

/// Draws one token by the softmax of the logits.
class DistSampler final : public Sampler {
public:
    explicit DistSampler(std::uint64_t seed) : m_seed(seed), m_random(seed) {}
    void apply(Candidates& candidates) override
    {
        if (candidates.maxLogit() == -std::numeric_limits<float>::infinity())
            return;
        candidates.softmax();
        candidates.picked = draw(candidates.list(), m_random);
    }
    void reset() override { m_random.reseed(m_seed); }

private:
    std::uint64_t m_seed;
    Random m_random;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup) { return std::make_unique<DistSampler>(setup.seed); }
bool asked(const SamplingParams&) { return true; }

} // namespace

extern const SamplerSpec dist;
constexpr SamplerSpec dist { "dist", SamplerSpec::Role::pick, "Draws one of the tokens that are left, by their probabilities.", {},
    create, {}, asked };

} // namespace cutaway::sampling
