#include "kernels/types/pack_k.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kChunk = 32; ///< elements that share one bit position in the quants of every K type
constexpr int kChunks = 8;

/// Adds `width` bits of 32 quants, from bit `place` up, at bit `shift` of 32 bytes.
void putBits(const std::uint8_t* q, int place, int width, int shift, std::byte* bytes)
{
    for (int l = 0; l < kChunk; ++l)
        bytes[l] |= std::byte((q[l] >> place & ((1 << width) - 1)) << shift);
}

void putHalf(std::uint16_t half, std::byte* at) { std::memcpy(at, &half, sizeof half); }

/// 6-bit scales and minimums of 8 groups in 12 bytes.
void putScalesAndMins(const KCodes& codes, std::byte* sc)
{
    for (int j = 0; j < 4; ++j) {
        sc[j] = std::byte(codes.scale[j] | (codes.scale[j + 4] >> 4) << 6);
        sc[j + 4] = std::byte(codes.min[j] | (codes.min[j + 4] >> 4) << 6);
        sc[j + 8] = std::byte((codes.scale[j + 4] & 15) | (codes.min[j + 4] & 15) << 4);
    }
}

void packNibbles(const KCodes& codes, std::byte* block, std::byte* quants)
{
    putHalf(codes.d, block);
    putHalf(codes.dmin, block + 2);
    putScalesAndMins(codes, block + 4);
    for (int j = 0; j < kChunks; ++j)
        putBits(codes.q + kChunk * j, 0, 4, 4 * (j % 2), quants + 32 * (j / 2));
}

} // namespace

void packQ2K(const KCodes& codes, std::byte* block)
{
    std::memset(block, 0, 84);
    for (int g = 0; g < 16; ++g)
        block[g] = std::byte(codes.scale[g] | codes.min[g] << 4);
    for (int j = 0; j < kChunks; ++j)
        putBits(codes.q + kChunk * j, 0, 2, 2 * (j % 4), block + 16 + 32 * (j / 4));
    putHalf(codes.d, block + 80);
    putHalf(codes.dmin, block + 82);
}

void packQ3K(const KCodes& codes, std::byte* block)
{
    std::memset(block, 0, 110);
    for (int j = 0; j < kChunks; ++j) {
        putBits(codes.q + kChunk * j, 2, 1, j, block);
        putBits(codes.q + kChunk * j, 0, 2, 2 * (j % 4), block + 32 + 32 * (j / 4));
    }
    std::byte* sc = block + 96;
    for (int g = 0; g < 16; ++g) {
        sc[g % 8] |= std::byte((codes.scale[g] & 15) << (4 * (g / 8)));
        sc[8 + g % 4] |= std::byte((codes.scale[g] >> 4) << (2 * (g / 4)));
    }
    putHalf(codes.d, block + 108);
}

void packQ4K(const KCodes& codes, std::byte* block)
{
    std::memset(block, 0, 144);
    packNibbles(codes, block, block + 16);
}

void packQ5K(const KCodes& codes, std::byte* block)
{
    std::memset(block, 0, 176);
    packNibbles(codes, block, block + 48);
    for (int j = 0; j < kChunks; ++j)
        putBits(codes.q + kChunk * j, 4, 1, j, block + 16);
}

void packQ6K(const KCodes& codes, std::byte* block)
{
    std::memset(block, 0, 210);
    for (int j = 0; j < kChunks; ++j) {
        const int half = j / 4;
        const int quarter = j % 4;
        putBits(codes.q + kChunk * j, 0, 4, 4 * (quarter / 2), block + 64 * half + 32 * (quarter % 2));
        putBits(codes.q + kChunk * j, 4, 2, 2 * quarter, block + 128 + 32 * half);
    }
    std::memcpy(block + 192, codes.scale, sizeof codes.scale);
    putHalf(codes.d, block + 208);
}

} // namespace cutaway::kernels
