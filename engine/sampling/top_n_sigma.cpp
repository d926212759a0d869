#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <array>
#include <cmath>
#include <limits>

namespace cutaway::sampling {
namespace {

/// Keeps the tokens whose logit is at most n standard deviations of all logits below the best. Source: Tang et al. 2024, arXiv 2411.07641,
/// algorithm 1.
class TopNSigmaSampler final : public Sampler {
public:
    explicit TopNSigmaSampler(double n) : m_n(n) {}
    void apply(Candidates& candidates) override
    {
        Moments moments;
        candidates.forEachLogit([&moments](float logit) { moments.add(logit); });
        if (moments.count > 1)
            candidates.keepFrom(float(double(candidates.maxLogit()) - m_n * moments.deviation()));
    }

private:
    /// Of the finite logits; Welford's recurrence, so that large logits lose no digits.
    struct Moments {
        double count = 0, mean = 0, squares = 0;
        void add(float logit)
        {
            if (!(logit >= std::numeric_limits<float>::lowest()))
                return;
            const double distance = double(logit) - mean;
            mean += distance / ++count;
            squares += distance * (double(logit) - mean);
        }
        double deviation() const { return std::sqrt(squares / count); }
    };
    double m_n;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    const double n = setup.params.get("top_n_sigma");
    if (n <= 0)
        return nullptr;
    return std::make_unique<TopNSigmaSampler>(n);
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "top_n_sigma", "--top-n-sigma", Type::real, -1, 100, -1, 0.1, "",
        "Drops tokens whose logit is more than so many standard deviations below the best; 0 and less is off.", "top_n_sigma" },
};
constexpr std::array<std::string_view, 1> kAliases { "s" };

} // namespace

extern const SamplerSpec top_n_sigma;
constexpr SamplerSpec top_n_sigma { "top_n_sigma", SamplerSpec::Role::edit, "Keeps the tokens that stand out of the noise of the logits.",
    kParams, create, kAliases };

} // namespace cutaway::sampling
