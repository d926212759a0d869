#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cutaway::sampling {
namespace {

/// Keeps the tokens whose surprise is closest to the entropy, until their probabilities exceed p. They stay in that order.
/// Source: Meister et al. 2022, arXiv 2202.00666, section 3.
class TypicalSampler final : public Sampler {
public:
    TypicalSampler(float p, std::size_t vocabSize) : m_p(p) { m_scored.reserve(vocabSize); }
    void apply(Candidates& candidates) override
    {
        candidates.sort();
        candidates.softmax();
        double entropy = 0;
        for (const Candidate& candidate : candidates.list())
            entropy += candidate.p > 0 ? -double(candidate.p) * std::log(double(candidate.p)) : 0;
        m_scored.clear();
        for (const Candidate& candidate : candidates.list())
            m_scored.push_back({ std::fabs(-std::log(double(candidate.p)) - entropy), candidate }); // infinite where p is 0
        std::ranges::sort(m_scored,
            [](const Scored& a, const Scored& b) { return a.score != b.score ? a.score < b.score : a.candidate.id < b.candidate.id; });
        float sum = 0;
        std::size_t kept = 0;
        while (kept < m_scored.size() && sum <= m_p)
            sum += m_scored[kept++].candidate.p;
        std::ranges::transform(m_scored.begin(), m_scored.begin() + std::ptrdiff_t(kept), candidates.list().begin(), &Scored::candidate);
        candidates.keepFirst(kept);
        candidates.markUnsorted();
    }

private:
    struct Scored {
        double score;
        Candidate candidate;
    };
    float m_p;
    std::vector<Scored> m_scored;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const double p = setup.params.get("typical_p");
    if (p >= 1)
        return nullptr;
    return std::make_unique<TypicalSampler>(float(p), setup.vocabSize);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "typical_p", "--typical-p", Type::real, 0, 1, 1, 0.01, "",
        "Keeps the tokens that surprise about as much as is usual here, up to this joint probability; 1 is off.", "typical_p" },
};
constexpr std::array<std::string_view, 4> kAliases { "typ_p", "typ", "typical", "y" };

} // namespace

extern const SamplerSpec typical_p;
constexpr SamplerSpec typical_p { "typical_p", SamplerSpec::Role::edit, "Keeps the tokens that are about as surprising as expected.",
    kParams, create, kAliases };

} // namespace cutaway::sampling
