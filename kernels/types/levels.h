#pragma once
#include <cstdint>

/// The uneven levels that nibbles stand for. Constants alone, so that code of any instruction set may include it.
namespace cutaway::kernels {

/// IQ4_NL and IQ4_XS: denser around zero, where most weights are.
constexpr std::int8_t kUnevenLevels[16] { -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113 };
/// MXFP4 and NVFP4: twice the values of a four-bit float (E2M1), so that they are whole; the scales are halved instead.
constexpr std::int8_t kDoubledE2M1[16] { 0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12 };

} // namespace cutaway::kernels
