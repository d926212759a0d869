#include "kernels/types/f16.h"

#include <bit>

namespace cutaway::kernels {

float f16ToF32(std::uint16_t half)
{
    const std::uint32_t sign = std::uint32_t(half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t mantissa = half & 0x3ffu;
    if (exponent == 0) {
        const float magnitude = float(mantissa) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

std::uint16_t f32ToF16(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return std::uint16_t(sign | 0x7e00u);
    if (magnitude >= 0x477ff000u) // 65520: the first value that rounds beyond the largest half
        return std::uint16_t(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {
        // Below 2^-14 a half counts in units of 2^-24, which is the last place of a float near 0.5: the addition rounds for us.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return std::uint16_t(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    const std::uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return std::uint16_t(sign | ((rounded - 0x38000000u) >> 13));
}

float bf16ToF32(std::uint16_t value) { return std::bit_cast<float>(std::uint32_t(value) << 16); }

std::uint16_t f32ToBf16(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return std::uint16_t(bits >> 16 | 0x40u);
    return std::uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

} // namespace cutaway::kernels
