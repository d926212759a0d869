#include "engine/sampling/mirostat.h"

#include "engine/sampling/draw.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cutaway::sampling {

MirostatSampler::MirostatSampler(const SamplerSetup& setup)
    : m_target(float(setup.params.get("mirostat_tau")))
    , m_rate(float(setup.params.get("mirostat_eta")))
    , m_seed(setup.seed)
    , m_random(setup.seed)
    , m_mu(2 * m_target)
{
}

void MirostatSampler::apply(Candidates& candidates)
{
    candidates.sort();
    if (candidates.size() == 0)
        return;
    candidates.softmax();
    candidates.keepFirst(std::max<std::size_t>(1, kept(candidates.list(), m_mu)));
    candidates.softmax();
    candidates.picked = draw(candidates.list(), m_random);
    m_mu -= m_rate * (-std::log2(candidates.picked.p) - m_target);
}

void MirostatSampler::reset()
{
    m_random.reseed(m_seed);
    m_mu = 2 * m_target;
}

bool asksForMirostat(const SamplingParams& params, int version) { return int(params.get("mirostat")) == version; }

namespace {

/// Terms of the estimate of the Zipf exponent.
constexpr std::size_t kEstimateTerms = 100;

/// Cuts where tokens that follow Zipf's law with the exponent estimated from the best ones would exceed the surprise. Algorithm 1.
class MirostatV1Sampler final : public MirostatSampler {
public:
    explicit MirostatV1Sampler(const SamplerSetup& setup) : MirostatSampler(setup), m_vocabSize(float(setup.vocabSize)) {}

protected:
    std::size_t kept(std::span<const Candidate> sorted, float mu) const override
    {
        float sumTb = 0, sumTt = 0;
        for (std::size_t i = 0; i + 1 < std::min(kEstimateTerms, sorted.size()) && sorted[i + 1].p > 0; ++i) {
            const float t = std::log(float(i + 2) / float(i + 1)), b = std::log(sorted[i].p / sorted[i + 1].p);
            sumTb += t * b;
            sumTt += t * t;
        }
        const float s = sumTb / sumTt, e = s - 1;
        const float k = std::pow((e * std::pow(2.0F, mu)) / (1 - std::pow(m_vocabSize, -e)), 1 / s);
        // No number comes out for equal probabilities or a single candidate: then nothing speaks for a cut.
        return k < float(sorted.size()) ? std::size_t(std::max(k, 0.0F)) : sorted.size();
    }

private:
    float m_vocabSize;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup) { return std::make_unique<MirostatV1Sampler>(setup); }
bool asked(const SamplingParams& params) { return asksForMirostat(params, 1); }

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "mirostat", "--mirostat", Type::integer, 0, 2, 0, 1, "",
        "Holds the surprise of the text constant: version 1 or 2 of Mirostat, instead of all other samplers but the temperature; 0 is off.",
        "mirostat" },
    base::ParamSpec { "mirostat_tau", "--mirostat-tau", Type::real, 0, 20, 5, 0.1, "bits", "The surprise per token to hold.", "mirostat" },
    base::ParamSpec {
        "mirostat_eta", "--mirostat-eta", Type::real, 0, 1, 0.1, 0.01, "", "How fast the limit follows the surprise seen.", "mirostat" },
};
constexpr std::array<std::string_view, 1> kAliases { "mirostat_v1" };

} // namespace

extern const SamplerSpec mirostat;
constexpr SamplerSpec mirostat { "mirostat", SamplerSpec::Role::pick, "Holds the surprise of the text constant, by Zipf's law.", kParams,
    create, kAliases, asked, SamplerSpec::Before::basisOnly };

} // namespace cutaway::sampling
