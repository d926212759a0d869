#include "engine/ops/support.h"

#include <algorithm>

namespace cutaway::ops {
namespace {

/// inputs: x [n, d]; row indices [m] (I32).
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (inputs[1].type != kernels::DType::i32 || inputs[1].shape.count() > inputs[0].shape[0])
        return shapeError(select_rows, inputs[1].shape.text() + " rows of " + inputs[0].shape.text());
    return tensor::Shape { inputs[1].shape.count(), inputs[0].shape.width() };
}

Cost cost(std::span<const Operand>, const Operand& output, const Params&) { return { .bytes = 2 * bytesOf(output) }; }

void reference(ReferenceCall& call)
{
    const std::int64_t width = call.output.shape.width();
    for (std::int64_t row = 0; row < call.output.shape[0]; ++row)
        std::copy_n(call.inputs[0].f32() + call.inputs[1].i32()[row] * width, width, call.output.f32() + row * width);
}

std::vector<OpCase> cases() { return { { "some", { f32({ 6, 40 }), i32({ 2 }) }, NoParams {} } }; }

} // namespace

constexpr OpSpec select_rows { "select_rows", base::OpFamily::copy, "picks the rows of the tokens whose outputs are wanted", infer, cost, reference, cases };

} // namespace cutaway::ops
