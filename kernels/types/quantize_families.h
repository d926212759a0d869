#pragma once
#include "kernels/types/quantize.h"

#include <span>

/// Private to kernels/types: each family of types brings its rows of the table that quantizer() searches.
namespace cutaway::kernels {

struct QuantizeRow {
    DType type;
    Quantizer run;
};

std::span<const QuantizeRow> plainQuantizers();   ///< F32, F16, BF16
std::span<const QuantizeRow> legacyQuantizers();  ///< blocks of 32 with one scale
std::span<const QuantizeRow> kQuantizers();       ///< Q2_K to Q6_K
std::span<const QuantizeRow> ternaryQuantizers(); ///< Q1_0, Q2_0, TQ1_0, TQ2_0
std::span<const QuantizeRow> fp4Quantizers();     ///< MXFP4, NVFP4
std::span<const QuantizeRow> unevenQuantizers();  ///< IQ4_NL, IQ4_XS
std::span<const QuantizeRow> gridQuantizers();    ///< IQ2_XXS, IQ2_XS, IQ2_S, IQ3_XXS, IQ3_S
std::span<const QuantizeRow> iq1Quantizers();     ///< IQ1_S, IQ1_M

} // namespace cutaway::kernels
