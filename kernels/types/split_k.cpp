#include "kernels/types/super_block_families.h"

#include "kernels/types/block_fields.h"

namespace cutaway::kernels {
namespace {

constexpr int kChunk = 32; ///< elements that share one bit position in the quants of every K type
constexpr int kChunks = kSuperBlock / kChunk;

/// `width` bits of a byte, from bit `shift` up.
int bitsAt(const std::byte& byte, int shift, int width) { return (int(byte) >> shift) & ((1 << width) - 1); }

/// Adds `width` bits of 32 bytes, from bit `shift` up, at bit `place` of 32 quants.
void addBits(const std::byte* bytes, int shift, int width, int place, std::int8_t* q)
{
    for (int l = 0; l < kChunk; ++l)
        q[l] = std::int8_t(q[l] | bitsAt(bytes[l], shift, width) << place);
}

/// sc[16] (scale and min nibbles), qs[64] (2-bit quants), d, dmin.
void splitQ2K(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block + 80), .dmin = halfAt(block + 82) };
    for (int g = 0; g < kSuperBlockGroups; ++g) {
        out.scale[g] = std::int16_t(bitsAt(block[g], 0, 4));
        out.min[g] = std::int16_t(bitsAt(block[g], 4, 4));
    }
    for (int j = 0; j < kChunks; ++j)
        addBits(block + 16 + 32 * (j / 4), 2 * (j % 4), 2, 0, out.q + kChunk * j);
}

/// hmask[32] (third bits), qs[64] (low 2 bits), sc[12] (6-bit scales), d.
void splitQ3K(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block + 108) };
    const std::byte* sc = block + 96;
    for (int g = 0; g < kSuperBlockGroups; ++g)
        out.scale[g] = std::int16_t((bitsAt(sc[g % 8], 4 * (g / 8), 4) | bitsAt(sc[8 + g % 4], 2 * (g / 4), 2) << 4) - 32);
    for (int j = 0; j < kChunks; ++j) {
        addBits(block + 32 + 32 * (j / 4), 2 * (j % 4), 2, 0, out.q + kChunk * j);
        addBits(block, j, 1, 2, out.q + kChunk * j);
    }
    for (std::int8_t& q : out.q)
        q = std::int8_t(q - 4);
}

/// 6-bit scale and min of the 32 elements of group j, as Q4_K and Q5_K store them in 12 bytes.
void splitScaleMin(const std::byte* sc, int j, KBlock& out)
{
    int scale = bitsAt(sc[j], 0, 6);
    int min = bitsAt(sc[j + 4], 0, 6);
    if (j >= 4) {
        scale = bitsAt(sc[j + 4], 0, 4) | bitsAt(sc[j - 4], 6, 2) << 4;
        min = bitsAt(sc[j + 4], 4, 4) | bitsAt(sc[j], 6, 2) << 4;
    }
    out.scale[2 * j] = out.scale[2 * j + 1] = std::int16_t(scale);
    out.min[2 * j] = out.min[2 * j + 1] = std::int16_t(min);
}

/// d, dmin, sc[12], then for Q5_K qh[32] (fifth bits), qs[128] (nibbles).
template <bool fifthBit> void splitQ45K(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block), .dmin = halfAt(block + 2) };
    const std::byte* quants = block + (fifthBit ? 48 : 16);
    for (int j = 0; j < kChunks; ++j) {
        splitScaleMin(block + 4, j, out);
        addBits(quants + 32 * (j / 2), 4 * (j % 2), 4, 0, out.q + kChunk * j);
        if constexpr (fifthBit)
            addBits(block + 16, j, 1, 4, out.q + kChunk * j);
    }
}

/// ql[128] (low nibbles), qh[64] (high 2 bits), sc[16] (int8 scales), d.
void splitQ6K(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block + 208) };
    for (int g = 0; g < kSuperBlockGroups; ++g)
        out.scale[g] = std::int16_t((int(block[192 + g]) ^ 128) - 128); // a signed byte
    for (int j = 0; j < kChunks; ++j) {
        const int half = j / 4;
        const int quarter = j % 4;
        addBits(block + 64 * half + 32 * (quarter % 2), 4 * (quarter / 2), 4, 0, out.q + kChunk * j);
        addBits(block + 128 + 32 * half, 2 * quarter, 2, 4, out.q + kChunk * j);
    }
    for (std::int8_t& q : out.q)
        q = std::int8_t(q - 32);
}

constexpr KSplitRow kRows[] {
    { DType::q2_K, splitQ2K },
    { DType::q3_K, splitQ3K },
    { DType::q4_K, splitQ45K<false> },
    { DType::q5_K, splitQ45K<true> },
    { DType::q6_K, splitQ6K },
};

} // namespace

std::span<const KSplitRow> kSplitters() { return kRows; }

} // namespace cutaway::kernels
