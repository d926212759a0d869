#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// Private to kernels/types: writes super-blocks of the IQ types; the inverse of split_grid.cpp.
namespace cutaway::kernels {

/// What a block stores.
struct GridCodes {
    std::uint16_t d;         ///< half
    std::uint8_t scale[16];  ///< of groups, whose number follows from the type
    std::uint16_t index[64]; ///< of 8 or 4 elements each
    std::uint8_t signs[32];  ///< of 8 elements each; types of 7 bits take the lower ones
    bool down[32];           ///< IQ1: the grid is moved down in place of up, for 8 elements each
};

void packIQ1S(const GridCodes& codes, std::byte* block);
void packIQ1M(const GridCodes& codes, std::byte* block);
void packIQ2XXS(const GridCodes& codes, std::byte* block);
void packIQ2XS(const GridCodes& codes, std::byte* block);
void packIQ2S(const GridCodes& codes, std::byte* block);
void packIQ3XXS(const GridCodes& codes, std::byte* block);
void packIQ3S(const GridCodes& codes, std::byte* block);

} // namespace cutaway::kernels
