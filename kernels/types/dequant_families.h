#pragma once
#include "kernels/types/dequant.h"

#include <span>

/// Private to kernels/types: each family of types brings its rows of the table that dequantizer() searches.
namespace cutaway::kernels {

struct DequantRow {
    DType type;
    Dequantizer run;
};

std::span<const DequantRow> plainDequantizers();  ///< F32, F16, BF16
std::span<const DequantRow> legacyDequantizers(); ///< blocks of 32 with one scale: Q4_0, Q4_1, Q5_0, Q5_1, Q8_0
std::span<const DequantRow> kDequantizers();      ///< super-blocks of 256
std::span<const DequantRow> levelDequantizers();  ///< small blocks of few or uneven levels: IQ4_NL, MXFP4, NVFP4, Q1_0, Q2_0

} // namespace cutaway::kernels
