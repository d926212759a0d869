#include "engine/ops/support.h"

#include "kernels/types/dequant.h"

#include <array>

namespace cutaway::ops {
namespace {

/// inputs: x [n, k] or [n, heads, k / heads]; W [rows, k] of any type; optionally bias [rows].
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params& params)
{
    const tensor::Shape& w = inputs[1].shape;
    if (w.rank() != 2 || inputs[0].shape.width() != w[1])
        return shapeError(linear, "weights of shape " + w.text() + " for activations of shape " + inputs[0].shape.text());
    if (inputs.size() > 2 && inputs[2].shape.count() != w[0])
        return shapeError(linear, std::to_string(inputs[2].shape.count()) + " biases for " + std::to_string(w[0]) + " rows");
    const std::int64_t inner = params.get<LinearParams>().inner;
    if (inner == 0)
        return tensor::Shape { inputs[0].shape[0], w[0] };
    if (w[0] % inner != 0)
        return shapeError(linear, std::to_string(w[0]) + " rows do not divide into heads of " + std::to_string(inner));
    return tensor::Shape { inputs[0].shape[0], w[0] / inner, inner };
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params&)
{
    return { .flops = 2 * std::uint64_t(inputs[1].shape.count()) * std::uint64_t(output.shape[0]), .bytes = bytesOfAll(inputs, output) };
}

/// Rows that are multiplied side by side, so that activations are read from memory once for all of them; no sum depends on it.
constexpr std::int64_t kRowsAtOnce = 4;

/// Products of kRows rows with one vector. Eight partial sums each, in a fixed order: exact enough for an oracle, and a compiler makes vectors of it.
template <std::size_t kRows> std::array<float, kRows> dots(const float* rows, const float* x, std::int64_t k)
{
    constexpr std::int64_t kLanes = 8;
    float sums[kRows][kLanes] {};
    std::int64_t i = 0;
    for (; i + kLanes <= k; i += kLanes) {
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::int64_t lane = 0; lane < kLanes; ++lane)
                sums[row][lane] += rows[std::int64_t(row) * k + i + lane] * x[i + lane];
        }
    }
    std::array<float, kRows> products {};
    for (std::size_t row = 0; row < kRows; ++row) {
        double total = 0;
        for (const float sum : sums[row])
            total += sum;
        for (std::int64_t rest = i; rest < k; ++rest)
            total += double(rows[std::int64_t(row) * k + rest]) * x[rest];
        products[row] = float(total);
    }
    return products;
}

/// kRows rows of the weights with every token.
template <std::size_t kRows> void multiplyRows(ReferenceCall& call, std::int64_t first, std::vector<float>& rows)
{
    const Array& x = call.inputs[0];
    const Array& w = call.inputs[1];
    const std::int64_t k = w.shape[1];
    kernels::dequantizeRow(w.type, w.data + std::uint64_t(first) * kernels::rowBytes(w.type, std::uint64_t(k)), std::int64_t(kRows) * k, rows.data());
    for (std::int64_t token = 0; token < x.shape[0]; ++token) {
        const auto products = dots<kRows>(rows.data(), x.f32() + token * k, k);
        for (std::size_t row = 0; row < kRows; ++row) {
            const float bias = call.inputs.size() > 2 ? call.inputs[2].f32()[first + std::int64_t(row)] : 0.0F;
            call.output.f32()[token * w.shape[0] + first + std::int64_t(row)] = products[row] + bias;
        }
    }
}

void reference(ReferenceCall& call)
{
    const tensor::Shape& w = call.inputs[1].shape;
    call.parallelFor(w[0], [&](std::int64_t begin, std::int64_t end) {
        std::vector<float> rows(std::size_t(kRowsAtOnce * w[1]));
        std::int64_t row = begin;
        for (; row + kRowsAtOnce <= end; row += kRowsAtOnce)
            multiplyRows<kRowsAtOnce>(call, row, rows);
        for (; row < end; ++row)
            multiplyRows<1>(call, row, rows);
    });
}

OpCase linearCase(kernels::DType type, std::int64_t tokens, std::int64_t rows, std::int64_t k, double nmse)
{
    return { std::string(kernels::dtypeInfo(type).name) + ", " + std::to_string(tokens) + " tokens",
        { f32({ tokens, k }), { type, tensor::Shape { rows, k } } }, LinearParams {}, nmse };
}

std::vector<OpCase> cases()
{
    using kernels::DType;
    std::vector<OpCase> list;
    for (const std::int64_t tokens : { 1, 5, 40 }) {
        for (const DType type : { DType::f32, DType::f16, DType::bf16 })
            list.push_back(linearCase(type, tokens, 41, 72, 1e-10));
        for (const DType type : { DType::q4_0, DType::q4_1, DType::q5_0, DType::q5_1, DType::q8_0 })
            list.push_back(linearCase(type, tokens, 57, 96, 5e-4));
        for (const DType type : { DType::iq4_nl, DType::mxfp4, DType::nvfp4, DType::q1_0, DType::q2_0 })
            list.push_back(linearCase(type, tokens, 57, 128, 5e-4));
        for (const DType type : { DType::q4_K, DType::q5_K, DType::q6_K, DType::tq1_0, DType::iq1_m, DType::iq2_xs, DType::iq3_s, DType::iq4_xs })
            list.push_back(linearCase(type, tokens, 33, 512, 5e-4));
    }
    list.push_back({ "bias, heads", { f32({ 3, 64 }), f32({ 48, 64 }), f32({ 48 }) }, LinearParams { 16 }, 1e-10 });
    return list;
}

} // namespace

constexpr OpSpec linear { "linear", base::OpFamily::matmul, "y[t, r] = sum over k of W[r, k] x[t, k] + bias[r]", infer, cost, reference, cases };

} // namespace cutaway::ops
