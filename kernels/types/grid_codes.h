#pragma once
#include "kernels/types/grids.h"

#include <array>
#include <bit>
#include <cstddef>

/// Private to the grids of kernels/types: their source form. A code holds the numbers of an entry's levels, from the low bits up.
namespace cutaway::kernels {

/// @param levels  what the numbers stand for; as many bits a number as it takes to tell them apart
template <typename Word, std::size_t count, std::size_t nLevels>
consteval std::array<Word, count> expandGrid(const std::uint16_t (&codes)[count], const std::int8_t (&levels)[nLevels])
{
    constexpr int kBits = std::bit_width(nLevels - 1);
    std::array<Word, count> grid {};
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < int(sizeof(Word)); ++k) {
            const int level = codes[i] >> (kBits * k) & ((1 << kBits) - 1);
            grid[i] |= Word(std::uint8_t(levels[level])) << (8 * k);
        }
    }
    return grid;
}

} // namespace cutaway::kernels
