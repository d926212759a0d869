#include "kernels/cpu/layout/layout_families.h"

#include "kernels/cpu/layout/legacy_tile.h"
#include "kernels/types/dequant.h"

#include <algorithm>
#include <cstring>

namespace cutaway::kernels::cpu {
namespace {

template <class Tile>
std::size_t packedBytes(std::int64_t rows, std::int64_t k) noexcept
{
    return std::size_t((rows + kRowTile - 1) / kRowTile) * std::size_t(k / kLegacyBlock) * Tile::kBytes;
}

/// Bits c, c + 4, c + 8 ... of `bits`, side by side.
std::byte everyFourthBit(std::uint32_t bits, int c)
{
    std::uint32_t y = (bits >> c) & 0x11111111u;
    y = (y | y >> 3) & 0x03030303u;
    y = (y | y >> 6) & 0x000f000fu;
    return std::byte((y | y >> 12) & 0xffu);
}

std::uint32_t spreadToEveryFourth(std::byte bits, int c)
{
    std::uint32_t y = std::uint32_t(bits);
    y = (y | y << 12) & 0x000f000fu;
    y = (y | y << 6) & 0x03030303u;
    y = (y | y << 3) & 0x11111111u;
    return y << c;
}

/// Puts the file block of one row into its lane of a tile.
template <class Tile>
void packLane(const std::byte* block, int lane, std::byte* tile)
{
    std::memcpy(tile + 2 * lane, block, 2);
    if constexpr (Tile::kHasMin)
        std::memcpy(tile + Tile::kMinAt + 2 * lane, block + 2, 2);
    if constexpr (Tile::kBits == 5) {
        std::uint32_t fifthBits;
        std::memcpy(&fifthBits, block + Tile::kFilePlaneAt, 4);
        for (int c = 0; c < 4; ++c)
            tile[Tile::kPlaneAt + 4 * lane + c] = everyFourthBit(fifthBits, c);
    }
    for (int j = 0; j < Tile::kFileQuantBytes / 4; ++j)
        std::memcpy(tile + Tile::kQuantsAt + 32 * j + 4 * lane, block + Tile::kFileQuantsAt + 4 * j, 4);
}

/// The inverse of packLane.
template <class Tile>
void unpackLane(const std::byte* tile, int lane, std::byte* block)
{
    std::memcpy(block, tile + 2 * lane, 2);
    if constexpr (Tile::kHasMin)
        std::memcpy(block + 2, tile + Tile::kMinAt + 2 * lane, 2);
    if constexpr (Tile::kBits == 5) {
        std::uint32_t fifthBits = 0;
        for (int c = 0; c < 4; ++c)
            fifthBits |= spreadToEveryFourth(tile[Tile::kPlaneAt + 4 * lane + c], c);
        std::memcpy(block + Tile::kFilePlaneAt, &fifthBits, 4);
    }
    for (int j = 0; j < Tile::kFileQuantBytes / 4; ++j)
        std::memcpy(block + Tile::kFileQuantsAt + 4 * j, tile + Tile::kQuantsAt + 32 * j + 4 * lane, 4);
}

template <class Tile>
void pack(const std::byte* src, std::int64_t, std::int64_t k, std::int64_t rowBegin, std::int64_t rowEnd, std::byte* dst) noexcept
{
    const std::int64_t nBlocks = k / kLegacyBlock;
    const std::int64_t rowBytes = nBlocks * Tile::kFileBytes;
    for (std::int64_t row = rowBegin; row < rowEnd; row += kRowTile, src += kRowTile * rowBytes) {
        std::byte* tile = dst + row / kRowTile * nBlocks * Tile::kBytes;
        const int lanes = int(std::min(kRowTile, rowEnd - row));
        for (std::int64_t b = 0; b < nBlocks; ++b, tile += Tile::kBytes) {
            if (lanes < kRowTile)
                std::memset(tile, 0, Tile::kBytes);
            for (int lane = 0; lane < lanes; ++lane)
                packLane<Tile>(src + lane * rowBytes + b * Tile::kFileBytes, lane, tile);
        }
    }
}

template <class Tile, DType type>
void unpackRow(const std::byte* packed, std::int64_t k, std::int64_t row, float* out) noexcept
{
    const std::int64_t nBlocks = k / kLegacyBlock;
    const std::byte* tile = packed + row / kRowTile * nBlocks * Tile::kBytes;
    const Dequantizer dequantize = dequantizer(type);
    for (std::int64_t b = 0; b < nBlocks; ++b, tile += Tile::kBytes, out += kLegacyBlock) {
        std::byte block[Tile::kFileBytes];
        unpackLane<Tile>(tile, int(row % kRowTile), block);
        dequantize(block, kLegacyBlock, out);
    }
}

template <class Tile, DType type>
constexpr PackedLayout layoutOf()
{
    return { type, ActKind::q8per32, packedBytes<Tile>, pack<Tile>, unpackRow<Tile, type> };
}

constexpr PackedLayout kLegacy[] {
    layoutOf<TileQ4_0, DType::q4_0>(),
    layoutOf<TileQ4_1, DType::q4_1>(),
    layoutOf<TileQ5_0, DType::q5_0>(),
    layoutOf<TileQ5_1, DType::q5_1>(),
    layoutOf<TileQ8_0, DType::q8_0>(),
};

} // namespace

std::span<const PackedLayout> legacyLayouts() { return kLegacy; }

} // namespace cutaway::kernels::cpu
