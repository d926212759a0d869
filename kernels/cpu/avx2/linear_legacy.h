#pragma once
#include "kernels/cpu/kernel_table.h"

/// The three ways of multiplying by a legacy type, chosen by the number of tokens. Each is instantiated for the five tiles of
/// kernels/cpu/layout/legacy_tile.h in its own file.
namespace cutaway::kernels::avx2 {

/// One token; reads every weight once, in address order.
template <class Tile>
void decodeRows(const cpu::LinearArgs& args) noexcept;
/// Few tokens: unpacks in the loop; weights come from memory once and from the cache for each further four tokens.
template <class Tile>
void batchRows(const cpu::LinearArgs& args) noexcept;
/// Many tokens: unpacks panels of 16 rows into the scratch and reuses them for every token.
template <class Tile>
void gemmRows(const cpu::LinearArgs& args) noexcept;
template <class Tile>
std::size_t gemmScratchBytes(std::int64_t k) noexcept;

} // namespace cutaway::kernels::avx2
