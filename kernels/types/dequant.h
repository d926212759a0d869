#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// Exact dequantisation of blocks as files store them. Arithmetic is F32 in the order the format defines, so results are reproducible to the bit.
namespace cutaway::kernels {

/// @param blocks  n / blockElems blocks, any alignment
/// @param n       elements; a multiple of the type's block size (checked by the caller)
/// @param out     [n]
using Dequantizer = void (*)(const std::byte* blocks, std::int64_t n, float* out) noexcept;

/// @return nullptr when this build cannot read the type's values
Dequantizer dequantizer(DType type);
/// @pre dequantizer(type) is not nullptr
void dequantizeRow(DType type, const std::byte* blocks, std::int64_t n, float* out);

} // namespace cutaway::kernels
