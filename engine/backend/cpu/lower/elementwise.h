#pragma once
#include "engine/backend/cpu/lowering.h"

/// What ops share that handle each element (or each head) on its own.
namespace cutaway::backend::cpu {

/// A run of consecutive values of one or two inputs, as a kernel sees it.
using ElementKernel = std::function<void(const float* a, const float* b, std::int64_t n, float* y)>;

/// Lowers an elementwise op of one or two activations: divided like the input that was divided in this stage, else by whole tokens.
/// Writes over the first input where nobody else reads it.
void lowerElementwise(Lowering& lowering, const graph::Node& node, const ElementKernel& kernel);

/// The part of a [tokens, width] matrix that a worker handles.
struct Part {
    std::int64_t tokenBegin = 0, tokenEnd = 0, begin = 0, end = 0;
};
Part partOf(const Slicing& slicing, std::int64_t tokens, std::int64_t width, const StepContext& context);

/// Head-wise ops (norm of heads, rotation): slices by heads when the input was divided by heads in this stage.
Slicing headSlicing(const Lowering& lowering, graph::ValueId x);

} // namespace cutaway::backend::cpu
