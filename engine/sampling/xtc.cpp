#include "engine/sampling/random.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <array>

namespace cutaway::sampling {
namespace {

/// With a given probability removes all tokens that reach the threshold but the least probable of them.
/// Source: the author's description of "exclude top choices", text-generation-webui pull request 6335.
class XtcSampler final : public Sampler {
public:
    XtcSampler(float probability, float threshold, std::uint64_t seed)
        : m_probability(probability)
        , m_threshold(threshold)
        , m_seed(seed)
        , m_random(seed)
    {
    }
    void apply(Candidates& candidates) override
    {
        if (candidates.size() < 2 || m_random.realFloat() > m_probability)
            return;
        candidates.sort();
        candidates.softmax();
        std::size_t reaching = 0;
        for (const Candidate& candidate : candidates.list()) {
            if (candidate.p < m_threshold)
                break;
            ++reaching;
        }
        if (reaching > 1)
            candidates.dropFirst(reaching - 1);
    }
    void reset() override { m_random.reseed(m_seed); }

private:
    float m_probability, m_threshold;
    std::uint64_t m_seed;
    Random m_random;
};

/// Above it at most one token can reach the threshold.
constexpr double kLargestThreshold = 0.5;

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const double probability = setup.params.get("xtc_probability"), threshold = setup.params.get("xtc_threshold");
    if (probability <= 0 || threshold > kLargestThreshold)
        return nullptr;
    return std::make_unique<XtcSampler>(float(probability), float(threshold), setup.seed);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "xtc_probability", "--xtc-probability", Type::real, 0, 1, 0, 0.05, "",
        "How often the most probable tokens are left out; 0 is off.", "xtc" },
    base::ParamSpec { "xtc_threshold", "--xtc-threshold", Type::real, 0, 1, 0.1, 0.01, "",
        "Tokens at least as probable are left out, all but the last of them; above 0.5 is off.", "xtc" },
};
constexpr std::array<std::string_view, 1> kAliases { "x" };

} // namespace

extern const SamplerSpec xtc;
constexpr SamplerSpec xtc { "xtc", SamplerSpec::Role::edit, "Leaves out the most obvious tokens now and then.", kParams, create, kAliases };

} // namespace cutaway::sampling
