#pragma once
#include "kernels/types/quantize.h"

#include <span>

/// Private to kernels/types: each family of types brings its rows of the table that quantizer() searches.
namespace cutaway::kernels {

struct QuantizeRow {
    DType type;
    Quantizer run;
};

std::span<const QuantizeRow> plainQuantizers();  ///< F32, F16, BF16
std::span<const QuantizeRow> legacyQuantizers(); ///< blocks of 32 with one scale

} // namespace cutaway::kernels
