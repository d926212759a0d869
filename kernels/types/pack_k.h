#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// Private to kernels/types: writes super-blocks of the K types; the inverse of split_k.cpp.
namespace cutaway::kernels {

/// What a block stores, each number from 0 up.
struct KCodes {
    std::uint16_t d;        ///< half
    std::uint16_t dmin;     ///< half; unused without minimums
    std::uint8_t scale[16]; ///< one for 16 elements, or the first 8 for 32 each; of Q6_K the bits of signed bytes
    std::uint8_t min[16];
    std::uint8_t q[256];
};

void packQ2K(const KCodes& codes, std::byte* block);
void packQ3K(const KCodes& codes, std::byte* block);
void packQ4K(const KCodes& codes, std::byte* block);
void packQ5K(const KCodes& codes, std::byte* block);
void packQ6K(const KCodes& codes, std::byte* block);

} // namespace cutaway::kernels
