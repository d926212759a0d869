#include "engine/sampling/exponential.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <algorithm>
#include <array>

namespace cutaway::sampling {
namespace {

/// Sorted at first; four times as many whenever they do not suffice. The set that is kept is rarely larger.
constexpr std::size_t kFirstSorted = 128;

/// Keeps the smallest set of best tokens whose probabilities reach p. Source: Holtzman et al. 2020, arXiv 1904.09751, section 3.1.
class TopPSampler final : public Sampler {
public:
    explicit TopPSampler(float p) : m_p(p) {}
    void apply(Candidates& candidates) override
    {
        const double best = candidates.maxLogit(), weight = candidates.weight();
        double sum = 0;
        std::size_t kept = 0;
        for (std::size_t sorted = kFirstSorted; kept < candidates.size(); sorted *= 4) {
            candidates.sortTop(sorted);
            for (const std::size_t end = std::min(sorted, candidates.size()); kept < end;) {
                // Only of those that are looked at: the rest of a vocabulary is dropped without it.
                Candidate& candidate = candidates.list()[kept++];
                const double p = exponential(candidate.logit - best) / weight;
                candidate.p = float(p);
                sum += p;
                if (sum >= m_p)
                    return candidates.keepFirst(kept);
            }
        }
    }

private:
    float m_p;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const double p = setup.params.get("top_p");
    if (p >= 1)
        return nullptr;
    return std::make_unique<TopPSampler>(float(p));
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "top_p", "--top-p", Type::real, 0, 1, 0.95, 0.01, "",
        "Keeps the smallest set of best tokens whose probabilities reach p together; 1 is off.", "top_p" },
};
constexpr std::array<std::string_view, 2> kAliases { "nucleus", "p" };

} // namespace

extern const SamplerSpec top_p;
constexpr SamplerSpec top_p { "top_p", SamplerSpec::Role::edit, "Keeps the most probable tokens up to a joint probability.", kParams,
    create, kAliases };

} // namespace cutaway::sampling
