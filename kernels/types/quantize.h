#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// From floats to blocks as files store them. @source facts of the quantisation formats, sections 4 and 5
namespace cutaway::kernels {

/// One row. Some types weigh errors by the mean square of the whole row, so a row is never cut.
struct QuantizeCall {
    const float* values = nullptr;     ///< [n], finite
    std::int64_t n = 0;                ///< a multiple of the type's block size (checked by the caller)
    const float* importance = nullptr; ///< [n] weights of the columns, not negative; nullptr: none are known
    std::byte* blocks = nullptr;       ///< rowBytes(type, n) bytes, any alignment
};
using Quantizer = void (*)(const QuantizeCall& call) noexcept;

/// @return nullptr when this build cannot write the type
Quantizer quantizer(DType type);
/// Whether the type makes no usable blocks without importance data: IQ2_XXS, IQ2_XS, IQ1_S.
bool needsImportance(DType type);

} // namespace cutaway::kernels
