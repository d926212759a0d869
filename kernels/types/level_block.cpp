#include "kernels/types/level_block.h"

#include "kernels/types/block_fields.h"
#include "kernels/types/levels.h"
#include "kernels/types/small_floats.h"

namespace cutaway::kernels {
namespace {

/// `count` bytes: the low nibbles are the first half of the elements.
void writeLevels(const std::int8_t* levels, const std::byte* pairs, int count, std::int8_t* q)
{
    for (int i = 0; i < count; ++i) {
        q[i] = levels[int(pairs[i]) & 15];
        q[i + count] = levels[int(pairs[i]) >> 4];
    }
}

/// half d | 16 nibble pairs.
void splitIQ4NL(const std::byte* block, LevelBlock* out) noexcept
{
    out->d[0] = out->d[1] = halfAt(block);
    writeLevels(kUnevenLevels, block + 2, 16, out->q);
}

/// E8M0 scale | 16 nibble pairs.
void splitMXFP4(const std::byte* block, LevelBlock* out) noexcept
{
    out->d[0] = out->d[1] = halfOfE8M0(std::uint32_t(block[0]));
    writeLevels(kDoubledE2M1, block + 1, 16, out->q);
}

/// 4 E4M3 scales, one for 16 elements | 4 groups of 8 nibble pairs.
void splitNVFP4(const std::byte* block, LevelBlock* out) noexcept
{
    for (int g = 0; g < 4; ++g) {
        out[g / 2].d[g % 2] = halfOfE4M3(std::uint32_t(block[g]));
        writeLevels(kDoubledE2M1, block + 4 + 8 * g, 8, out[g / 2].q + 16 * (g % 2));
    }
}

/// half d | `bits` bits an element, from the low end of each byte up; element = (quant * step - zero) * d.
template <int elems, int bits, int step, int zero> void splitEven(const std::byte* block, LevelBlock* out) noexcept
{
    constexpr int kInByte = 8 / bits;
    constexpr int kMask = (1 << bits) - 1;
    const float d = halfAt(block);
    for (int i = 0; i < elems; ++i) {
        const int quant = int(block[2 + i / kInByte]) >> (bits * (i % kInByte)) & kMask;
        out[i / kLevelBlock].q[i % kLevelBlock] = std::int8_t(quant * step - zero);
    }
    for (int part = 0; part < elems / kLevelBlock; ++part)
        out[part].d[0] = out[part].d[1] = d;
}

} // namespace

LevelSplitter levelSplitter(DType type)
{
    struct Row {
        DType type;
        LevelSplitter split;
    };
    static constexpr Row kRows[] {
        { DType::iq4_nl, splitIQ4NL },
        { DType::mxfp4, splitMXFP4 },
        { DType::nvfp4, splitNVFP4 },
        { DType::q1_0, splitEven<128, 1, 2, 1> },
        { DType::q2_0, splitEven<64, 2, 1, 1> },
    };
    for (const Row& row : kRows) {
        if (row.type == type)
            return row.split;
    }
    return nullptr;
}

} // namespace cutaway::kernels
