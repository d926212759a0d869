#include "engine/quantize/mix.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace cutaway::quantize {
namespace {

using kernels::DType;

constexpr std::array kMixes {
    MixSpec { Mix::f32, "F32", "", DType::f32 },
    MixSpec { Mix::f16, "F16", "", DType::f16 },
    MixSpec { Mix::q4_0, "Q4_0", "", DType::q4_0 },
    MixSpec { Mix::q4_1, "Q4_1", "", DType::q4_1 },
    MixSpec { Mix::q8_0, "Q8_0", "", DType::q8_0 },
    MixSpec { Mix::q5_0, "Q5_0", "", DType::q5_0 },
    MixSpec { Mix::q5_1, "Q5_1", "", DType::q5_1 },
    MixSpec { Mix::q2_K, "Q2_K", "", DType::q2_K },
    MixSpec { Mix::q3_K_S, "Q3_K_S", "", DType::q3_K },
    MixSpec { Mix::q3_K_M, "Q3_K_M", "Q3_K", DType::q3_K },
    MixSpec { Mix::q3_K_L, "Q3_K_L", "", DType::q3_K },
    MixSpec { Mix::q4_K_S, "Q4_K_S", "", DType::q4_K },
    MixSpec { Mix::q4_K_M, "Q4_K_M", "Q4_K", DType::q4_K },
    MixSpec { Mix::q5_K_S, "Q5_K_S", "", DType::q5_K },
    MixSpec { Mix::q5_K_M, "Q5_K_M", "Q5_K", DType::q5_K },
    MixSpec { Mix::q6_K, "Q6_K", "", DType::q6_K },
    MixSpec { Mix::iq2_xxs, "IQ2_XXS", "", DType::iq2_xxs },
    MixSpec { Mix::iq2_xs, "IQ2_XS", "", DType::iq2_xs },
    MixSpec { Mix::q2_K_S, "Q2_K_S", "", DType::q2_K },
    MixSpec { Mix::iq3_xs, "IQ3_XS", "", DType::iq3_s },
    MixSpec { Mix::iq3_xxs, "IQ3_XXS", "", DType::iq3_xxs },
    MixSpec { Mix::iq1_s, "IQ1_S", "", DType::iq1_s },
    MixSpec { Mix::iq4_nl, "IQ4_NL", "", DType::iq4_nl },
    MixSpec { Mix::iq3_s, "IQ3_S", "", DType::iq3_s },
    MixSpec { Mix::iq3_m, "IQ3_M", "", DType::iq3_s },
    MixSpec { Mix::iq2_s, "IQ2_S", "", DType::iq2_xs },
    MixSpec { Mix::iq2_m, "IQ2_M", "", DType::iq2_s },
    MixSpec { Mix::iq4_xs, "IQ4_XS", "", DType::iq4_xs },
    MixSpec { Mix::iq1_m, "IQ1_M", "", DType::iq1_m },
    MixSpec { Mix::bf16, "BF16", "", DType::bf16 },
    MixSpec { Mix::tq1_0, "TQ1_0", "", DType::tq1_0 },
    MixSpec { Mix::tq2_0, "TQ2_0", "", DType::tq2_0 },
    MixSpec { Mix::mxfp4_moe, "MXFP4_MOE", "MXFP4", DType::mxfp4 },
    MixSpec { Mix::nvfp4, "NVFP4", "", DType::nvfp4 },
    MixSpec { Mix::q1_0, "Q1_0", "", DType::q1_0 },
    MixSpec { Mix::q2_0, "Q2_0", "", DType::q2_0 },
};

bool sameName(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

} // namespace

std::span<const MixSpec> mixes() { return kMixes; }

const MixSpec* findMix(std::int64_t number)
{
    const auto* it = std::ranges::find_if(kMixes, [number](const MixSpec& spec) { return std::int64_t(spec.mix) == number; });
    return it == kMixes.end() ? nullptr : it;
}

const MixSpec* findMix(std::string_view name)
{
    const auto* it = std::ranges::find_if(
        kMixes, [name](const MixSpec& spec) { return sameName(spec.name, name) || (!spec.alias.empty() && sameName(spec.alias, name)); });
    return it == kMixes.end() ? nullptr : it;
}

} // namespace cutaway::quantize
