#pragma once
#include "kernels/types/k_block.h"

#include <span>

/// Private to kernels/types: each family of super-blocks brings its rows of the table that kSplitter() searches.
namespace cutaway::kernels {

struct KSplitRow {
    DType type;
    KSplitter split;
};

std::span<const KSplitRow> kSplitters();       ///< Q2_K to Q6_K
std::span<const KSplitRow> gridSplitters();    ///< IQ1_S, IQ1_M, IQ2_XXS, IQ2_XS, IQ2_S, IQ3_XXS, IQ3_S: indices into grids
std::span<const KSplitRow> ternarySplitters(); ///< TQ1_0, TQ2_0
std::span<const KSplitRow> unevenSplitters();  ///< IQ4_XS: nibbles that stand for uneven levels

} // namespace cutaway::kernels
