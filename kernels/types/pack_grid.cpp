#include "kernels/types/pack_grid.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kGroups = 32; ///< of 8 elements

template <typename T> void put(T value, std::byte* at) { std::memcpy(at, &value, sizeof value); }

/// Four times 7 bits of signs and the scale of 32 elements.
std::uint32_t signsAndScale(const GridCodes& codes, int part)
{
    std::uint32_t word = std::uint32_t(codes.scale[part]) << 28;
    for (int l = 0; l < 4; ++l)
        word |= std::uint32_t(codes.signs[4 * part + l] & 127) << (7 * l);
    return word;
}

void putNibbleScales(const GridCodes& codes, int count, std::byte* at)
{
    for (int i = 0; i < count / 2; ++i)
        at[i] = std::byte(codes.scale[2 * i] | codes.scale[2 * i + 1] << 4);
}

} // namespace

void packIQ2XXS(const GridCodes& codes, std::byte* block)
{
    put(codes.d, block);
    for (int g = 0; g < kGroups; ++g)
        block[2 + 8 * (g / 4) + g % 4] = std::byte(codes.index[g]);
    for (int part = 0; part < 8; ++part)
        put(signsAndScale(codes, part), block + 6 + 8 * part);
}

void packIQ2XS(const GridCodes& codes, std::byte* block)
{
    put(codes.d, block);
    for (int g = 0; g < kGroups; ++g)
        put(std::uint16_t(codes.index[g] | (codes.signs[g] & 127) << 9), block + 2 + 2 * g);
    putNibbleScales(codes, 16, block + 66);
}

void packIQ2S(const GridCodes& codes, std::byte* block)
{
    std::memset(block, 0, 82);
    put(codes.d, block);
    for (int g = 0; g < kGroups; ++g) {
        block[2 + g] = std::byte(codes.index[g] & 255);
        block[34 + g] = std::byte(codes.signs[g]);
        block[66 + g / 4] |= std::byte((codes.index[g] >> 8) << (2 * (g % 4)));
    }
    putNibbleScales(codes, 16, block + 74);
}

void packIQ3XXS(const GridCodes& codes, std::byte* block)
{
    put(codes.d, block);
    for (int i = 0; i < 64; ++i)
        block[2 + i] = std::byte(codes.index[i]);
    for (int part = 0; part < 8; ++part)
        put(signsAndScale(codes, part), block + 66 + 4 * part);
}

void packIQ3S(const GridCodes& codes, std::byte* block)
{
    std::memset(block, 0, 110);
    put(codes.d, block);
    for (int i = 0; i < 64; ++i) {
        block[2 + i] = std::byte(codes.index[i] & 255);
        block[66 + i / 8] |= std::byte((codes.index[i] >> 8) << (i % 8));
    }
    std::memcpy(block + 74, codes.signs, sizeof codes.signs);
    putNibbleScales(codes, 8, block + 106);
}

void packIQ1S(const GridCodes& codes, std::byte* block)
{
    put(codes.d, block);
    for (int part = 0; part < 8; ++part) {
        auto word = std::uint16_t(codes.scale[part] << 12 | (codes.down[4 * part] ? 0x8000 : 0));
        for (int l = 0; l < 4; ++l) {
            block[2 + 4 * part + l] = std::byte(codes.index[4 * part + l] & 255);
            word = std::uint16_t(word | (codes.index[4 * part + l] >> 8) << (3 * l));
        }
        put(word, block + 34 + 2 * part);
    }
}

void packIQ1M(const GridCodes& codes, std::byte* block)
{
    std::memset(block, 0, 56);
    for (int g = 0; g < kGroups; ++g) {
        block[g] = std::byte(codes.index[g] & 255);
        block[32 + g / 2] |= std::byte((codes.index[g] >> 8 | (codes.down[g] ? 8 : 0)) << (4 * (g % 2)));
    }
    for (int quarter = 0; quarter < 4; ++quarter) {
        auto word = std::uint16_t((codes.d >> (4 * quarter) & 15) << 12);
        for (int g = 0; g < 4; ++g)
            word = std::uint16_t(word | codes.scale[4 * quarter + g] << (3 * g));
        put(word, block + 48 + 2 * quarter);
    }
}

} // namespace cutaway::kernels
