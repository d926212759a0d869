#pragma once
#include "kernels/types/grids.h"

#include <bit>
#include <cstddef>

/// Private to the grids of kernels/types: their source form. A code holds the numbers of an entry's levels, from the low bits up.
namespace cutaway::kernels {

template <typename Word, std::size_t count> struct Grid {
    Word entries[count];
};

/// @param levels  what the numbers stand for; as many bits a number as it takes to tell them apart
template <typename Word, std::size_t count, std::size_t nLevels>
consteval Grid<Word, count> expandGrid(const std::uint16_t (&codes)[count], const std::int8_t (&levels)[nLevels])
{
    constexpr int kBits = std::bit_width(nLevels - 1);
    Grid<Word, count> grid {};
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < int(sizeof(Word)); ++k) {
            const int level = codes[i] >> (kBits * k) & ((1 << kBits) - 1);
            grid.entries[i] |= Word(std::uint8_t(levels[level])) << (8 * k);
        }
    }
    return grid;
}

} // namespace cutaway::kernels
