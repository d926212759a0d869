#include "kernels/cpu/layout/layout_families.h"

#include "kernels/cpu/layout/k_tile.h"
#include "kernels/types/dequant.h"
#include "kernels/types/k_block.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cutaway::kernels::cpu {
namespace {

constexpr std::size_t kMaxBlockBytes = std::size_t(kTileQ6K.blockBytes());

/// Writes one tile. @param rows the blocks of its 8 rows
void packTile(const KTile& tile, const std::array<const std::byte*, kRowTile>& rows, std::byte* out) noexcept
{
    for (int field = 0; field < tile.fields; ++field) {
        for (const std::byte* row : rows) {
            std::memcpy(out, row + tile.fieldOffset + 2 * field, 2);
            out += 2;
        }
    }
    for (int word = 0; word < tile.words; ++word) {
        for (const std::byte* row : rows) {
            std::memcpy(out, row + tile.wordOffset + 4 * word, 4);
            out += 4;
        }
    }
}

template <const KTile& tile>
std::size_t packedBytes(std::int64_t rows, std::int64_t k) noexcept
{
    const std::int64_t groups = (rows + kRowTile - 1) / kRowTile;
    return std::size_t(groups * (k / kSuperBlock)) * std::size_t(tile.bytes());
}

template <const KTile& tile>
void pack(const std::byte* src, std::int64_t rows, std::int64_t k, std::int64_t rowBegin, std::int64_t rowEnd, std::byte* dst) noexcept
{
    static constexpr std::array<std::byte, kMaxBlockBytes> kZeroBlock {};
    const std::int64_t blocks = k / kSuperBlock;
    std::byte* out = dst + rowBegin / kRowTile * blocks * tile.bytes();
    for (std::int64_t row = rowBegin; row < rowEnd; row += kRowTile) {
        const std::int64_t present = std::min(kRowTile, rows - row);
        for (std::int64_t b = 0; b < blocks; ++b, out += tile.bytes()) {
            std::array<const std::byte*, kRowTile> from;
            for (std::int64_t r = 0; r < kRowTile; ++r)
                from[std::size_t(r)] = r < present ? src + ((row - rowBegin + r) * blocks + b) * tile.blockBytes() : kZeroBlock.data();
            packTile(tile, from, out);
        }
    }
}

template <const KTile& tile>
void unpackRow(const std::byte* packed, std::int64_t k, std::int64_t row, float* out) noexcept
{
    const std::int64_t blocks = k / kSuperBlock;
    const std::byte* tiles = packed + row / kRowTile * blocks * tile.bytes();
    std::array<std::byte, kMaxBlockBytes> block;
    for (std::int64_t b = 0; b < blocks; ++b, out += kSuperBlock) {
        gatherBlock(tile, tiles + b * tile.bytes(), int(row % kRowTile), block.data());
        dequantizeRow(tile.type, block.data(), kSuperBlock, out);
    }
}

template <const KTile& tile>
constexpr PackedLayout layoutOf()
{
    return { .type = tile.type, .acts = ActKind::q8per256, .packedBytes = packedBytes<tile>, .pack = pack<tile>, .unpackRow = unpackRow<tile> };
}

constexpr PackedLayout kLayoutRows[] { layoutOf<kTileQ2K>(), layoutOf<kTileQ3K>(), layoutOf<kTileQ4K>(), layoutOf<kTileQ5K>(), layoutOf<kTileQ6K>() };

} // namespace

std::span<const PackedLayout> kLayouts() { return kLayoutRows; }

void gatherBlock(const KTile& tile, const std::byte* packedTile, int row, std::byte* block) noexcept
{
    for (int field = 0; field < tile.fields; ++field)
        std::memcpy(block + tile.fieldOffset + 2 * field, packedTile + 16 * field + 2 * row, 2);
    for (int word = 0; word < tile.words; ++word)
        std::memcpy(block + tile.wordOffset + 4 * word, packedTile + tile.wordsAt(word) + 4 * row, 4);
}

} // namespace cutaway::kernels::cpu
