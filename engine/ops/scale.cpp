#include "engine/ops/support.h"

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&) { return inputs[0].shape; }

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

void reference(ReferenceCall& call)
{
    const float factor = call.params.get<ScaleParams>().factor;
    for (std::int64_t i = 0; i < call.output.shape.count(); ++i)
        call.output.f32()[i] = call.inputs[0].f32()[i] * factor;
}

std::vector<OpCase> cases() { return { { "rows", { f32({ 5, 65 }) }, ScaleParams { 0.37F } } }; }

} // namespace

constexpr OpSpec scale { "scale", base::OpFamily::copy, "x times a constant", infer, cost, reference, cases };

} // namespace cutaway::ops
