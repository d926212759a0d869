#pragma once

/// The packed tile of the types whose blocks hold 32 values: 8 rows x 32 values. Constants alone, so that code of any instruction set may
/// include it.
namespace cutaway::kernels::cpu {

/// Tile, in bytes:  half d[8] | half m[8] (types with a minimum) | fifth bits[32] (5-bit types) | values.
/// Values: 4-byte groups, row after row, so that 32 bytes hold 4 consecutive k of 8 rows. Byte 4 * row + c of vector j holds
///   8 bits: the value k = 4j + c (j < 8);
///   else:   the value k = 4j + c in its low and k = 16 + 4j + c in its high nibble (j < 4).
/// Bit t of fifth-bit byte 4 * row + c belongs to the value k = 4t + c.
template <int bits, bool hasMin>
struct LegacyTile {
    static constexpr int kBits = bits;
    static constexpr bool kHasMin = hasMin;
    /// What the stored value exceeds the meant one by.
    static constexpr int kZero = bits == 8 || hasMin ? 0 : 1 << (bits - 1);
    static constexpr int kMinAt = 16;
    static constexpr int kPlaneAt = hasMin ? 32 : 16;
    static constexpr int kQuantsAt = kPlaneAt + (bits == 5 ? 32 : 0);
    static constexpr int kBytes = kQuantsAt + (bits == 8 ? 256 : 128);
    /// The block of one row as files store it: half d | half m | 32 fifth bits | nibbles or bytes.
    static constexpr int kFilePlaneAt = hasMin ? 4 : 2;
    static constexpr int kFileQuantsAt = kFilePlaneAt + (bits == 5 ? 4 : 0);
    static constexpr int kFileQuantBytes = bits == 8 ? 32 : 16;
    static constexpr int kFileBytes = kFileQuantsAt + kFileQuantBytes;
};

using TileQ4_0 = LegacyTile<4, false>;
using TileQ4_1 = LegacyTile<4, true>;
using TileQ5_0 = LegacyTile<5, false>;
using TileQ5_1 = LegacyTile<5, true>;
using TileQ8_0 = LegacyTile<8, false>;

enum : int { kLegacyBlock = 32 };

} // namespace cutaway::kernels::cpu
