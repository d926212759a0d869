#include "kernels/types/dequant_families.h"

#include "kernels/types/block_fields.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 32;

/// half d | half m (types with a minimum) | fifth bits (5-bit types) | 16 nibble pairs: the low ones are the values 0 to 15.
template <int bits, bool hasMin> void dequantizeNibbles(const std::byte* block, std::int64_t n, float* out) noexcept
{
    constexpr int kZero = hasMin ? 0 : 1 << (bits - 1);
    constexpr int kPlaneAt = hasMin ? 4 : 2;
    constexpr int kQuantsAt = kPlaneAt + (bits == 5 ? 4 : 0);
    for (std::int64_t b = 0; b < n / kBlock; ++b, block += kQuantsAt + kBlock / 2, out += kBlock) {
        const float d = halfAt(block);
        std::uint32_t fifthBits = 0;
        if constexpr (bits == 5)
            std::memcpy(&fifthBits, block + kPlaneAt, sizeof fifthBits);
        for (int i = 0; i < kBlock / 2; ++i) {
            const int pair = int(block[kQuantsAt + i]);
            const int low = (pair & 15) | int(fifthBits >> i & 1) << 4;
            const int high = pair >> 4 | int(fifthBits >> (i + 16) & 1) << 4;
            out[i] = float(low - kZero) * d;
            out[i + kBlock / 2] = float(high - kZero) * d;
        }
        if constexpr (hasMin) {
            const float m = halfAt(block + 2);
            for (int i = 0; i < kBlock; ++i)
                out[i] += m;
        }
    }
}

/// A scale, further fields up to `quantsAt`, signed bytes, further fields up to `bytes`.
template <typename Scale, int elems, int quantsAt, int bytes>
void dequantizeBytes(const std::byte* block, std::int64_t n, float* out) noexcept
{
    for (std::int64_t b = 0; b < n / elems; ++b, block += bytes, out += elems) {
        float d;
        if constexpr (sizeof(Scale) == sizeof(float))
            d = fieldAt<float>(block);
        else
            d = halfAt(block);
        for (int i = 0; i < elems; ++i)
            out[i] = float(std::int8_t(block[quantsAt + i])) * d;
    }
}

constexpr DequantRow kRows[] {
    { DType::q4_0, dequantizeNibbles<4, false> }, { DType::q4_1, dequantizeNibbles<4, true> }, { DType::q5_0, dequantizeNibbles<5, false> },
    { DType::q5_1, dequantizeNibbles<5, true> }, { DType::q8_0, dequantizeBytes<std::uint16_t, 32, 2, 34> },
    { DType::q8_1, dequantizeBytes<std::uint16_t, 32, 4, 36> }, // half d, half d * sum of the bytes
    { DType::q8_K, dequantizeBytes<float, 256, 4, 292> },       // float d; sums of 16 bytes each at the end
};

} // namespace

std::span<const DequantRow> legacyDequantizers() { return kRows; }

} // namespace cutaway::kernels
