#include "engine/sampling/sampler.h"
#include "engine/sampling/sampling_params.h"

#include <array>

namespace cutaway::sampling {
namespace {

/// Keeps the k best tokens. Source: Fan et al. 2018, arXiv 1805.04833, section 5.1.
class TopKSampler final : public Sampler {
public:
    explicit TopKSampler(std::size_t k) : m_k(k) {}
    void apply(Candidates& candidates) override { candidates.keepTop(m_k); }

private:
    std::size_t m_k;
};

std::unique_ptr<Sampler> create(const SamplerSetup& setup)
{
    if (setup.params.get("top_k") <= 0)
        return nullptr;
    return std::make_unique<TopKSampler>(std::size_t(setup.params.get("top_k")));
}

using Type = base::ParamSpec::Type;
constexpr std::array kParams {
    base::ParamSpec {
        "top_k", "--top-k", Type::integer, 0, 1000000, 40, 1, "tokens", "Keeps the k most probable tokens; 0 is off.", "top_k" },
};
constexpr std::array<std::string_view, 1> kAliases { "k" };

} // namespace

extern const SamplerSpec top_k;
constexpr SamplerSpec top_k { "top_k", SamplerSpec::Role::edit, "Keeps the most probable tokens, so many at most.", kParams, create, kAliases };

} // namespace cutaway::sampling
