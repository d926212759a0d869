#include "engine/ops/support.h"

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (inputs[0].shape.count() != inputs[1].shape.count())
        return shapeError(add, "operands of shapes " + inputs[0].shape.text() + " and " + inputs[1].shape.text());
    return inputs[0].shape;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

void reference(ReferenceCall& call)
{
    for (std::int64_t i = 0; i < call.output.shape.count(); ++i)
        call.output.f32()[i] = call.inputs[0].f32()[i] + call.inputs[1].f32()[i];
}

std::vector<OpCase> cases()
{
    return { { "one token", { f32({ 1, 576 }), f32({ 1, 576 }) }, NoParams {} }, { "odd width", { f32({ 7, 33 }), f32({ 7, 33 }) }, NoParams {} } };
}

} // namespace

constexpr OpSpec add { "add", base::OpFamily::copy, "a + b, element by element: the residual stream", infer, cost, reference, cases };

} // namespace cutaway::ops
