#include "engine/ops/support.h"

#include "kernels/types/dequant.h"

namespace cutaway::ops {
namespace {

/// inputs: token ids [n] (I32); table [nVocab, nEmbd] of any type.
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (inputs[0].type != kernels::DType::i32 || inputs[1].shape.rank() != 2)
        return shapeError(embed, "a table of shape " + inputs[1].shape.text());
    return tensor::Shape { inputs[0].shape.count(), inputs[1].shape[1] };
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = std::uint64_t(output.shape.count()),
        .bytes = bytesOf(output) + kernels::rowBytes(inputs[1].type, std::uint64_t(output.shape.count())) };
}

void reference(ReferenceCall& call)
{
    const float factor = call.params.get<EmbedParams>().scale;
    const Array& table = call.inputs[1];
    const std::int64_t width = table.shape[1];
    const std::uint64_t rowBytes = kernels::rowBytes(table.type, std::uint64_t(width));
    for (std::int64_t token = 0; token < call.output.shape[0]; ++token) {
        float* row = call.output.f32() + token * width;
        kernels::dequantizeRow(table.type, table.data + std::uint64_t(call.inputs[0].i32()[token]) * rowBytes, width, row);
        for (std::int64_t i = 0; factor != 1 && i < width; ++i)
            row[i] *= factor;
    }
}

std::vector<OpCase> cases()
{
    return { { "F32", { i32({ 5 }), f32({ 12, 64 }) }, EmbedParams {} },
        { "Q4_0, scaled", { i32({ 1 }), { kernels::DType::q4_0, tensor::Shape { 12, 64 } } }, EmbedParams { 8 } } };
}

} // namespace

constexpr OpSpec embed { "embed", base::OpFamily::copy, "rows of the token embedding table, dequantised", infer, cost, reference, cases };

} // namespace cutaway::ops
