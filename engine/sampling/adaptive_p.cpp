#include "engine/sampling/draw.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace cutaway::sampling {
namespace {

constexpr float kWidth = 0.3F, kPeak = 5, kSlope = 10;

/// Draws tokens whose probability is near a target, and moves the aim so that the average of what was drawn comes to the target.
class AdaptivePSampler final : public Sampler {
public:
    AdaptivePSampler(float target, float decay, const SamplerSetup& setup)
        : m_target(target)
        , m_decay(decay)
        , m_seed(setup.seed)
        , m_random(setup.seed)
    {
        m_original.reserve(setup.vocabSize);
        begin();
    }
    void apply(Candidates& candidates) override
    {
        const auto list = candidates.list();
        if (list.empty())
            return;
        candidates.softmax();
        const float aim = std::clamp(2 * m_target - m_weightedSum / m_totalWeight, 0.0F, 1.0F);
        for (Candidate& candidate : list) {
            const float x = std::fabs(candidate.p - aim) / kWidth;
            candidate.logit = kPeak - kSlope * x * x / (1 + x);
            m_original.push_back(candidate.p);
        }
        candidates.markUnsorted();
        candidates.softmax();
        candidates.picked = draw(candidates.list(), m_random);
        m_pickedP = m_original[std::size_t(std::ranges::find(list, candidates.picked.id, &Candidate::id) - list.begin())];
        m_picked = candidates.picked.id;
        m_original.clear();
    }
    void accept(TokenId token) override
    {
        if (token != std::exchange(m_picked, base::kNoToken) || token == base::kNoToken)
            return;
        m_weightedSum = m_pickedP + m_decay * m_weightedSum;
        m_totalWeight = 1 + m_decay * m_totalWeight;
    }
    void reset() override
    {
        m_random.reseed(m_seed);
        begin();
    }

private:
    void begin()
    {
        m_weightedSum = m_target / (1 - m_decay);
        m_totalWeight = 1 / (1 - m_decay);
        m_picked = base::kNoToken;
    }
    float m_target, m_decay;
    std::uint64_t m_seed;
    Random m_random;
    float m_weightedSum = 0, m_totalWeight = 0; ///< over the original probabilities of what was drawn
    TokenId m_picked = base::kNoToken;
    float m_pickedP = 0;
    std::vector<float> m_original; ///< p of each candidate before its logit changed
};

bool asked(const SamplingParams& params) { return params.get("adaptive_target") >= 0; }

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    if (!asked(setup.params))
        return nullptr;
    return std::make_unique<AdaptivePSampler>(
        float(setup.params.get("adaptive_target")), float(setup.params.get("adaptive_decay")), setup);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "adaptive_target", "--adaptive-target", Type::real, -1, 1, -1, 0.05, "",
        "Draws tokens about this probable, on average; below 0 is off.", "adaptive_p" },
    base::ParamSpec { "adaptive_decay", "--adaptive-decay", Type::real, 0, 0.99, 0.9, 0.01, "",
        "How much of what was drawn before still counts after each token.", "adaptive_p" },
};

} // namespace

extern const SamplerSpec adaptive_p;
constexpr SamplerSpec adaptive_p { "adaptive_p", SamplerSpec::Role::pick, "Draws tokens whose probability is near a target.", kParams, create,
    {}, asked };

} // namespace cutaway::sampling
