#include "kernels/types/super_block_families.h"

#include "kernels/types/block_fields.h"
#include "kernels/types/levels.h"

namespace cutaway::kernels {
namespace {

/// half d | 16 bits: upper two of each group's scale | 4 bytes: their lower four | 8 groups of 16 nibble pairs.
void splitIQ4XS(const std::byte* block, KBlock& out) noexcept
{
    out = KBlock { .d = halfAt(block) };
    const int upper = fieldAt<std::uint16_t>(block + 2);
    for (int g = 0; g < 8; ++g) {
        const int code = (int(block[4 + g / 2]) >> (4 * (g % 2)) & 15) | (upper >> (2 * g) & 3) << 4;
        out.scale[2 * g] = out.scale[2 * g + 1] = std::int16_t(code - 32);
        for (int i = 0; i < 16; ++i) {
            const int pair = int(block[8 + 16 * g + i]);
            out.q[32 * g + i] = kUnevenLevels[pair & 15];
            out.q[32 * g + 16 + i] = kUnevenLevels[pair >> 4];
        }
    }
}

constexpr KSplitRow kRows[] { { DType::iq4_xs, splitIQ4XS } };

} // namespace

std::span<const KSplitRow> unevenSplitters() { return kRows; }

} // namespace cutaway::kernels
