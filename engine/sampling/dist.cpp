#include "engine/sampling/random.h"
#include "engine/sampling/sampler.h"

#include <limits>

namespace cutaway::sampling {
namespace {

/// Draws one token by the softmax of the logits: u of Random::real(), then the first candidate in the order of the list at which the running sum
/// of p, in double, reaches u times the whole sum. With a single candidate nothing is drawn.
class DistSampler final : public Sampler {
public:
    explicit DistSampler(std::uint64_t seed) : m_seed(seed), m_random(seed) {}
    void apply(Candidates& candidates) override
    {
        const auto list = candidates.list();
        if (candidates.maxLogit() == -std::numeric_limits<float>::infinity())
            return;
        candidates.softmax();
        candidates.picked = list.size() == 1 ? list.front() : drawn(list);
    }
    void reset() override { m_random.reseed(m_seed); }

private:
    const Candidate& drawn(std::span<const Candidate> list)
    {
        double whole = 0;
        for (const Candidate& candidate : list)
            whole += candidate.p;
        const double target = whole * m_random.real();
        double sum = 0;
        for (const Candidate& candidate : list) {
            sum += candidate.p;
            if (sum >= target && candidate.p > 0)
                return candidate;
        }
        return list.back();
    }
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
