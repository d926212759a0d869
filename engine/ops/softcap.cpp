#include "engine/ops/support.h"

#include <cmath>

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params& params)
{
    if (!(params.get<SoftcapParams>().cap > 0))
        return shapeError(softcap, "a cap of " + std::to_string(params.get<SoftcapParams>().cap) + ", which must be positive");
    return inputs[0].shape;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = 3 * std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

void reference(ReferenceCall& call)
{
    const double cap = call.params.get<SoftcapParams>().cap;
    for (std::int64_t i = 0; i < call.output.shape.count(); ++i)
        call.output.f32()[i] = float(cap * std::tanh(call.inputs[0].f32()[i] / cap));
}

std::vector<OpCase> cases() { return { { "logits", { f32({ 3, 130 }) }, SoftcapParams { 0.5F } } }; }

} // namespace

constexpr OpSpec softcap { "softcap", base::OpFamily::activation, "cap * tanh(x / cap)", infer, cost, reference, cases };

} // namespace cutaway::ops
