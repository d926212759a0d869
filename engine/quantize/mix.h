#pragma once
#include "kernels/types/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cutaway::quantize {

/// What a quantised file as a whole is called: most of its tensors have one type, some a better one. The numbers are those of the key
/// general.file_type (facts of the format, never renumbered).
enum class Mix : std::int32_t {
    f32 = 0, f16 = 1, q4_0 = 2, q4_1 = 3, q8_0 = 7, q5_0 = 8, q5_1 = 9, q2_K = 10, q3_K_S = 11, q3_K_M = 12, q3_K_L = 13,
    q4_K_S = 14, q4_K_M = 15, q5_K_S = 16, q5_K_M = 17, q6_K = 18, iq2_xxs = 19, iq2_xs = 20, q2_K_S = 21, iq3_xs = 22, iq3_xxs = 23,
    iq1_s = 24, iq4_nl = 25, iq3_s = 26, iq3_m = 27, iq2_s = 28, iq2_m = 29, iq4_xs = 30, iq1_m = 31, bf16 = 32, tq1_0 = 36, tq2_0 = 37,
    mxfp4_moe = 38, nvfp4 = 39, q1_0 = 40, q2_0 = 41,
};

/// One row of the table of mixes.
struct MixSpec {
    Mix mix;
    std::string_view name;  ///< as people spell it: "Q4_K_M"
    std::string_view alias; ///< a shorter name for the same, "Q4_K"; may be empty
    kernels::DType type;    ///< of the tensors that no rule names
};

/// Every mix, by number. @source facts of the quantisation formats, section 7
std::span<const MixSpec> mixes();
/// @return nullptr for a number that no mix has
const MixSpec* findMix(std::int64_t number);
/// Looks a mix up by name or alias, ignoring case. @return nullptr for a name that no mix has
const MixSpec* findMix(std::string_view name);

} // namespace cutaway::quantize
