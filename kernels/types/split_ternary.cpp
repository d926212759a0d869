#include "kernels/types/super_block_families.h"

#include "kernels/types/block_fields.h"

#include <algorithm>

namespace cutaway::kernels {
namespace {

/// The ternary digits of `count` bytes, `digits` of them each: digit k of byte m is element k * count + m.
std::int8_t* writeTrits(const std::byte* bytes, int count, int digits, std::int8_t* q)
{
    for (int k = 0, power = 1; k < digits; ++k, power *= 3) {
        for (int m = 0; m < count; ++m) {
            // A byte holds its digits as a fraction of 256; shifted left by k digits, the next one is the whole part of three times it.
            const int fraction = int(bytes[m]) * power & 255;
            *q++ = std::int8_t((fraction * 3 >> 8) - 1);
        }
    }
    return q;
}

/// 32 + 16 bytes of five ternary digits | 4 bytes of four | half d.
void splitTQ10(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block + 52) };
    std::fill_n(out.scale, kSuperBlockGroups, std::int16_t(1));
    std::int8_t* q = writeTrits(block, 32, 5, out.q);
    q = writeTrits(block + 32, 16, 5, q);
    writeTrits(block + 48, 4, 4, q);
}

/// 64 bytes of four two-bit values, each half of the block by itself | half d.
void splitTQ20(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block + 64) };
    std::fill_n(out.scale, kSuperBlockGroups, std::int16_t(1));
    for (int row = 0; row < 8; ++row) {
        for (int m = 0; m < 32; ++m)
            out.q[32 * row + m] = std::int8_t((int(block[32 * (row / 4) + m]) >> (2 * (row % 4)) & 3) - 1);
    }
}

constexpr KSplitRow kRows[] {
    { DType::tq1_0, splitTQ10 },
    { DType::tq2_0, splitTQ20 },
};

} // namespace

std::span<const KSplitRow> ternarySplitters() { return kRows; }

} // namespace cutaway::kernels
