#include "engine/ops/support.h"

#include <algorithm>

namespace cutaway::ops {
namespace {

base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params& params)
{
    const auto& p = params.get<RopeParams>();
    const tensor::Shape& x = inputs[0].shape;
    if (x.rank() != 3 || p.nRot <= 0 || p.nRot % 2 != 0 || p.nRot > x.inner())
        return shapeError(rope, "a rotation over " + std::to_string(p.nRot) + " dimensions of " + x.text());
    if (inputs[1].shape.count() != x[0] * p.nRot)
        return shapeError(rope, "a table of shape " + inputs[1].shape.text() + " for " + x.text());
    return x;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = 3 * std::uint64_t(output.shape.count()), .bytes = bytesOfAll(inputs, output) };
}

void reference(ReferenceCall& call)
{
    const auto& p = call.params.get<RopeParams>();
    const tensor::Shape& shape = call.output.shape;
    const std::int64_t half = p.nRot / 2;
    std::copy_n(call.inputs[0].f32(), shape.count(), call.output.f32());
    for (std::int64_t token = 0; token < shape[0]; ++token) {
        const float* table = call.inputs[1].f32() + token * p.nRot;
        for (std::int64_t head = 0; head < shape[1]; ++head) {
            float* x = call.output.f32() + (token * shape[1] + head) * shape[2];
            for (std::int64_t pair = 0; pair < half; ++pair) {
                float& a = p.interleaved ? x[2 * pair] : x[pair];
                float& b = p.interleaved ? x[2 * pair + 1] : x[pair + half];
                const double cosine = table[2 * pair];
                const double sine = table[2 * pair + 1];
                const double rotatedA = a * cosine - b * sine;
                const double rotatedB = a * sine + b * cosine;
                a = float(rotatedA);
                b = float(rotatedB);
            }
        }
    }
}

std::vector<OpCase> cases()
{
    return { { "interleaved", { f32({ 3, 5, 64 }), f32({ 3, 32, 2 }) }, RopeParams { 64, true } },
        { "halves, partial", { f32({ 1, 4, 80 }), f32({ 1, 24, 2 }) }, RopeParams { 48, false } } };
}

} // namespace

constexpr OpSpec rope { "rope", base::OpFamily::position, "rotates the first nRot channels of each head by position (Su et al. 2021, arXiv 2104.09864, eq. 34)", infer,
    cost, reference, cases };

} // namespace cutaway::ops
