#include "kernels/types/dequant_families.h"

#include "kernels/types/f16.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 32;

/// Where the fields of one block lie; the same five types share all arithmetic.
struct LegacyFormat {
    int bits;           ///< 4, 5 or 8
    bool hasMin;        ///< q * d + m instead of (q - 2^(bits-1)) * d
    int highOffset;     ///< of the 32 fifth bits
    int quantOffset;    ///< of the nibbles or bytes
    int bytes;
};

constexpr LegacyFormat kQ4_0 { 4, false, 0, 2, 18 };
constexpr LegacyFormat kQ4_1 { 4, true, 0, 4, 20 };
constexpr LegacyFormat kQ5_0 { 5, false, 2, 6, 22 };
constexpr LegacyFormat kQ5_1 { 5, true, 4, 8, 24 };
constexpr LegacyFormat kQ8_0 { 8, false, 0, 2, 34 };

float halfAt(const std::byte* at)
{
    std::uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return f16ToF32(bits);
}

/// The stored value of element i: unsigned, except in 8-bit blocks.
template <const LegacyFormat& format>
int quantAt(const std::byte* block, int i)
{
    const std::byte* quants = block + format.quantOffset;
    if constexpr (format.bits == 8)
        return std::int8_t(quants[i]);
    int q = (int(quants[i % 16]) >> (i < 16 ? 0 : 4)) & 15;
    if constexpr (format.bits == 5)
        q |= ((int(block[format.highOffset + i / 8]) >> (i % 8)) & 1) << 4;
    return q;
}

template <const LegacyFormat& format>
void dequantize(const std::byte* blocks, std::int64_t n, float* out) noexcept
{
    constexpr int kOffset = format.bits == 8 || format.hasMin ? 0 : 1 << (format.bits - 1);
    for (std::int64_t b = 0; b < n / kBlock; ++b, blocks += format.bytes, out += kBlock) {
        const float d = halfAt(blocks);
        for (int i = 0; i < kBlock; ++i) {
            const float scaled = float(quantAt<format>(blocks, i) - kOffset) * d;
            if constexpr (format.hasMin)
                out[i] = scaled + halfAt(blocks + 2);
            else
                out[i] = scaled;
        }
    }
}

constexpr DequantRow kRows[] {
    { DType::q4_0, dequantize<kQ4_0> },
    { DType::q4_1, dequantize<kQ4_1> },
    { DType::q5_0, dequantize<kQ5_0> },
    { DType::q5_1, dequantize<kQ5_1> },
    { DType::q8_0, dequantize<kQ8_0> },
};

} // namespace

std::span<const DequantRow> legacyDequantizers() { return kRows; }

} // namespace cutaway::kernels
