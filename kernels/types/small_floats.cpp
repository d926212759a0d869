#include "kernels/types/small_floats.h"

#include <bit>
#include <cmath>

namespace cutaway::kernels {
namespace {

constexpr std::uint32_t kLargestE4M3 = 0x7E; ///< 448; the byte above it means no number

} // namespace

float halfOfE8M0(std::uint32_t exponent)
{
    // The two smallest are subnormal floats.
    return std::bit_cast<float>(exponent < 2 ? 0x00200000U << exponent : (exponent - 1) << 23);
}

float halfOfE4M3(std::uint32_t bits)
{
    bits &= 127;
    if (bits > kLargestE4M3)
        return 0;
    const std::uint32_t exponent = bits >> 3;
    const std::uint32_t mantissa = bits & 7;
    if (exponent == 0)
        return float(mantissa) / 1024;
    return std::bit_cast<float>((exponent - 8 + 127) << 23 | mantissa << 20);
}

std::uint8_t f32ToE4M3(float value)
{
    if (!(value > 0))
        return 0;
    constexpr float kSmallestNormal = 0x1p-6f;
    if (value < kSmallestNormal) // steps of 2^-9; eight of them are the smallest normal number
        return std::uint8_t(std::lround(value * 512));
    if (value >= 448)
        return kLargestE4M3;
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value) + (1U << 19);
    const std::uint32_t code = (bits >> 20) - ((127 - 7) << 3);
    return std::uint8_t(code < kLargestE4M3 ? code : kLargestE4M3);
}

} // namespace cutaway::kernels
