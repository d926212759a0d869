#pragma once
#include <cstddef>
#include <cstdint>

/// The grids of the IQ types: the groups of magnitudes that their indices stand for, byte k (from the low end) for element k.
/// @source facts of the formats; tests/kernels/types/grids_test.cpp compares them with the published tables
namespace cutaway::kernels {

// Plain arrays, since code of any instruction set reads them.
template <std::size_t count> using Grid8 = const std::uint64_t (&)[count];
template <std::size_t count> using Grid4 = const std::uint32_t (&)[count];

Grid8<2048> gridIQ1();   ///< IQ1_S and IQ1_M: signed bytes -1, 0, 1
Grid8<256> gridIQ2XXS(); ///< 8, 25, 43
Grid8<512> gridIQ2XS();  ///< 8, 25, 43
Grid8<1024> gridIQ2S();  ///< 8, 25, 43
Grid4<256> gridIQ3XXS(); ///< 4, 12, 20 ... 52, 62
Grid4<512> gridIQ3S();   ///< 1, 3, 5 ... 15

/// Signs of 8 elements from 7 bits: an even number of them is set, so the eighth follows. A set bit means minus.
constexpr unsigned evenSigns(unsigned code)
{
    unsigned parity = code ^ code >> 4;
    parity ^= parity >> 2;
    return code | ((parity ^ parity >> 1) & 1U) << 7;
}

} // namespace cutaway::kernels
