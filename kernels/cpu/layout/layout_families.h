#pragma once
#include "kernels/cpu/kernel_table.h"

#include <span>

/// Private to kernels/cpu/layout: each family of types brings its rows of the table that packedLayout() searches.
namespace cutaway::kernels::cpu {

std::span<const PackedLayout> legacyLayouts(); ///< Q4_0, Q4_1, Q5_0, Q5_1, Q8_0
std::span<const PackedLayout> kLayouts();      ///< Q2_K to Q6_K
std::span<const PackedLayout> rowLayouts();    ///< plain rows: F32, F16, BF16, the IQ types, those of few levels or four-bit floats

} // namespace cutaway::kernels::cpu
