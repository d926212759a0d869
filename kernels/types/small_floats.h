#pragma once
#include <cstdint>

/// The one-byte floats that scale four-bit floats. Halves of them, since the levels are doubled (kernels/types/levels.h).
namespace cutaway::kernels {

/// 2^(exponent - 128): half the power of two that an E8M0 byte means.
float halfOfE8M0(std::uint32_t exponent);
/// Half the value of an unsigned E4M3 byte; its top bit means nothing and 0x7F stands for no scale.
float halfOfE4M3(std::uint32_t bits);
/// The unsigned E4M3 byte nearest to a scale; 448 is the largest.
std::uint8_t f32ToE4M3(float value);

} // namespace cutaway::kernels
