#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <array>
#include <cmath>

namespace cutaway::sampling {
namespace {

/// Keeps the tokens at least `share` times as probable as the best one. Source: Nguyen et al. 2024, arXiv 2407.01082, section 3.
class MinPSampler final : public Sampler {
public:
    explicit MinPSampler(float logShare) : m_logShare(logShare) {}
    void apply(Candidates& candidates) override { candidates.keepFrom(candidates.maxLogit() + m_logShare); }

private:
    float m_logShare;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    if (setup.params.get("min_p") <= 0)
        return nullptr;
    return std::make_unique<MinPSampler>(float(std::log(setup.params.get("min_p"))));
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec { "min_p", "--min-p", Type::real, 0, 1, 0.05, 0.01, "",
        "Drops tokens less probable than this share of the best one; 0 is off.", "min_p" },
};
constexpr std::array<std::string_view, 1> kAliases { "m" };

} // namespace

extern const SamplerSpec min_p;
constexpr SamplerSpec min_p { "min_p", SamplerSpec::Role::edit, "Drops tokens that are far less probable than the best one.", kParams,
    create, kAliases };

} // namespace cutaway::sampling
