#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// The packed form of the K types. A tile holds 8 rows of one super-block of 256 in the bytes of 8 file blocks: first each f16 field of
/// the 8 rows ([fields][8]), then the rest of the block as 4-byte words, word by word ([words][8]). Lane r of a 32-byte vector thus
/// belongs to row r; quants and sub-scales keep the bits that the file gave them, which decode with shifts and masks alone.
namespace cutaway::kernels::cpu {

struct KTile {
    DType type;
    int fields;      ///< f16 values of a block: d, or d and dmin
    int fieldOffset; ///< of the first, in the file's block
    int words;
    int wordOffset;  ///< of the first, in the file's block

    constexpr int blockBytes() const { return 2 * fields + 4 * words; }
    constexpr int bytes() const { return 8 * blockBytes(); }
    /// Offset of word `i` of all 8 rows in a tile.
    constexpr int wordsAt(int i) const { return 16 * fields + 32 * i; }
};

constexpr KTile kTileQ2K { .type = DType::q2_K, .fields = 2, .fieldOffset = 80, .words = 20, .wordOffset = 0 };
constexpr KTile kTileQ3K { .type = DType::q3_K, .fields = 1, .fieldOffset = 108, .words = 27, .wordOffset = 0 };
constexpr KTile kTileQ4K { .type = DType::q4_K, .fields = 2, .fieldOffset = 0, .words = 35, .wordOffset = 4 };
constexpr KTile kTileQ5K { .type = DType::q5_K, .fields = 2, .fieldOffset = 0, .words = 43, .wordOffset = 4 };
constexpr KTile kTileQ6K { .type = DType::q6_K, .fields = 1, .fieldOffset = 208, .words = 52, .wordOffset = 0 };

/// Puts the block of one row back together as the file had it. @param block [tile.blockBytes()]
void gatherBlock(const KTile& tile, const std::byte* packedTile, int row, std::byte* block) noexcept;

} // namespace cutaway::kernels::cpu
