#include "kernels/types/super_block_families.h"

#include "kernels/types/block_fields.h"
#include "kernels/types/grids.h"

namespace cutaway::kernels {
namespace {

constexpr int kGroups = kSuperBlock / 8; ///< elements that one index, or two of them, stand for
constexpr std::uint64_t kOnes = 0x0101010101010101;

/// Puts down 8 magnitudes, none of them zero, minus where a bit of `signs` is set.
void writeSigned(std::uint64_t magnitudes, unsigned signs, std::int8_t* q)
{
    const std::uint64_t bits = signs * kOnes & 0x8040201008040201; // bit k of byte k
    const std::uint64_t minus = (bits + 0x7f * kOnes) >> 7 & kOnes;
    const std::uint64_t values = (magnitudes ^ minus * 255) + minus;
    std::memcpy(q, &values, sizeof values);
}

/// Every IQ type stores scales that mean odd multiples.
std::int16_t odd(unsigned code) { return std::int16_t(2 * code + 1); }

/// One 4-bit scale for 16 elements, the low nibble first.
void splitNibbleScales(const std::byte* scales, KBlock& out)
{
    for (int g = 0; g < kSuperBlockGroups; ++g)
        out.scale[g] = odd(unsigned(scales[g / 2]) >> (4 * (g % 2)) & 15);
}

/// half d | for 32 elements each: 4 indices, then four times 7 bits of signs and 4 bits of scale.
void splitIQ2XXS(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) / 8 };
    for (int g = 0; g < kGroups; ++g) {
        const std::byte* part = block + 2 + 8 * (g / 4);
        const auto word = fieldAt<std::uint32_t>(part + 4);
        writeSigned(gridIQ2XXS()[std::size_t(part[g % 4])], evenSigns(word >> (7 * (g % 4)) & 127), out.q + 8 * g);
        out.scale[g / 2] = odd(word >> 28);
    }
}

/// half d | 32 times 9 bits of index and 7 of signs | 8 bytes of scales.
void splitIQ2XS(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) / 8 };
    for (int g = 0; g < kGroups; ++g) {
        const unsigned word = fieldAt<std::uint16_t>(block + 2 + 2 * g);
        writeSigned(gridIQ2XS()[word & 511], evenSigns(word >> 9), out.q + 8 * g);
    }
    splitNibbleScales(block + 66, out);
}

/// half d | 32 low bytes of indices | 32 bytes of signs | 8 bytes: their upper two bits | 8 bytes of scales.
void splitIQ2S(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) / 8 };
    for (int g = 0; g < kGroups; ++g) {
        const unsigned upper = unsigned(block[66 + g / 4]) >> (2 * (g % 4)) & 3;
        writeSigned(gridIQ2S()[unsigned(block[2 + g]) | upper << 8], unsigned(block[34 + g]), out.q + 8 * g);
    }
    splitNibbleScales(block + 74, out);
}

/// half d | 64 indices of 4 elements | for 32 elements each: four times 7 bits of signs and 4 bits of scale.
void splitIQ3XXS(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) / 4 };
    for (int g = 0; g < kGroups; ++g) {
        const auto word = fieldAt<std::uint32_t>(block + 66 + 4 * (g / 4));
        const std::uint64_t low = gridIQ3XXS()[std::size_t(block[2 + 2 * g])];
        const std::uint64_t high = gridIQ3XXS()[std::size_t(block[3 + 2 * g])];
        writeSigned(low | high << 32, evenSigns(word >> (7 * (g % 4)) & 127), out.q + 8 * g);
        out.scale[g / 2] = odd(word >> 28);
    }
}

/// half d | 64 low bytes of indices of 4 elements | 8 bytes: their ninth bits | 32 bytes of signs | 4 bytes of scales, one for 32 elements.
void splitIQ3S(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) };
    for (int g = 0; g < kGroups; ++g) {
        const unsigned ninths = unsigned(block[66 + g / 4]) >> (2 * (g % 4));
        const std::uint64_t low = gridIQ3S()[unsigned(block[2 + 2 * g]) | (ninths & 1) << 8];
        const std::uint64_t high = gridIQ3S()[unsigned(block[3 + 2 * g]) | (ninths >> 1 & 1) << 8];
        writeSigned(low | high << 32, unsigned(block[74 + g]), out.q + 8 * g);
        out.scale[g / 2] = odd(unsigned(block[106 + g / 8]) >> (4 * (g / 4 % 2)) & 15);
    }
}

/// Puts down 8 signed grid values, moved up or down by an eighth: in eighths, so that they stay whole.
void writeMoved(std::uint64_t grid, bool down, std::int8_t* q)
{
    for (int k = 0; k < 8; ++k)
        q[k] = std::int8_t(8 * std::int8_t(grid >> (8 * k) & 255) + (down ? -1 : 1));
}

/// half d | 32 low bytes of indices | for 32 elements each: 4 times their upper three bits, three bits of scale and the direction.
void splitIQ1S(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) / 8 };
    for (int g = 0; g < kGroups; ++g) {
        const unsigned word = fieldAt<std::uint16_t>(block + 34 + 2 * (g / 4));
        const unsigned upper = word >> (3 * (g % 4)) & 7;
        writeMoved(gridIQ1()[unsigned(block[2 + g]) | upper << 8], (word & 0x8000) != 0, out.q + 8 * g);
        out.scale[g / 2] = odd(word >> 12 & 7);
    }
}

/// 32 low bytes of indices | 32 nibbles: their upper three bits and the direction | 4 times four 3-bit scales and a quarter of half d.
void splitIQ1M(const std::byte* block, KBlock& out) noexcept
{
    unsigned half = 0;
    for (int g = 0; g < kSuperBlockGroups; ++g) {
        const unsigned word = fieldAt<std::uint16_t>(block + 48 + 2 * (g / 4));
        out.scale[g] = odd(word >> (3 * (g % 4)) & 7);
        half |= (word >> 12) << (4 * (g / 4));
        out.min[g] = 0;
    }
    out.d = f16ToF32(std::uint16_t(half)) / 8;
    out.dmin = 0;
    for (int g = 0; g < kGroups; ++g) {
        const unsigned nibble = unsigned(block[32 + g / 2]) >> (4 * (g % 2)) & 15;
        writeMoved(gridIQ1()[unsigned(block[g]) | (nibble & 7) << 8], (nibble & 8) != 0, out.q + 8 * g);
    }
}

constexpr KSplitRow kRows[] {
    { DType::iq1_s, splitIQ1S },
    { DType::iq1_m, splitIQ1M },
    { DType::iq2_xxs, splitIQ2XXS },
    { DType::iq2_xs, splitIQ2XS },
    { DType::iq2_s, splitIQ2S },
    { DType::iq3_xxs, splitIQ3XXS },
    { DType::iq3_s, splitIQ3S },
};

} // namespace

std::span<const KSplitRow> gridSplitters() { return kRows; }

} // namespace cutaway::kernels
