#pragma once
#include <cstdint>

/// Half precision and bfloat16 as bit patterns. Deliberately not inline: files of a special instruction set must not carry code that
/// baseline objects share (the linker could keep their copy).
namespace cutaway::kernels {

/// Exact, subnormals, infinities and NaN included.
float f16ToF32(std::uint16_t half);
/// Rounds to nearest even; overflow becomes infinity, NaN becomes 0x7e00 with the sign.
std::uint16_t f32ToF16(float value);
/// Exact.
float bf16ToF32(std::uint16_t value);
/// Rounds to nearest even; NaN stays NaN.
std::uint16_t f32ToBf16(float value);

} // namespace cutaway::kernels
