#include "engine/ops/support.h"

#include <cmath>
#include <numbers>

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (!(inputs[0].shape == inputs[1].shape))
        return shapeError(glu, "gate of shape " + inputs[0].shape.text() + ", up of shape " + inputs[1].shape.text());
    return inputs[0].shape;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = 5 * std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

double activate(GluKind kind, double x)
{
    switch (kind) {
    case GluKind::silu: return x / (1 + std::exp(-x));
    case GluKind::gelu: return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    }
    return x;
}

void reference(ReferenceCall& call)
{
    const GluKind kind = call.params.get<GluParams>().kind;
    for (std::int64_t i = 0; i < call.output.shape.count(); ++i)
        call.output.f32()[i] = float(activate(kind, call.inputs[0].f32()[i]) * call.inputs[1].f32()[i]);
}

std::vector<OpCase> cases()
{
    return { { "silu", { f32({ 3, 1536 }), f32({ 3, 1536 }) }, GluParams { GluKind::silu } },
        { "gelu", { f32({ 2, 77 }), f32({ 2, 77 }) }, GluParams { GluKind::gelu } } };
}

} // namespace

constexpr OpSpec glu { "glu", base::OpFamily::activation, "activation(gate) * up: gated feed-forward (SwiGLU, GeGLU; Shazeer 2020, arXiv 2002.05202)", infer, cost,
    reference, cases };

} // namespace cutaway::ops
