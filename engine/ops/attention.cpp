#include "engine/ops/support.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cutaway::ops {
namespace {

/// inputs: q [n, nHead, headDim]; the output of kv_write. Reads the cache up to each token's own position.
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params& params)
{
    const auto& p = params.get<AttentionParams>();
    const tensor::Shape& q = inputs[0].shape;
    const tensor::Shape& k = inputs[1].shape;
    if (q.rank() != 3 || k.rank() != 3 || q[2] != k[2] || p.nHeadKv <= 0 || k[1] != p.nHeadKv || q[1] % p.nHeadKv != 0)
        return shapeError(attention, "queries of shape " + q.text() + " with keys of shape " + k.text());
    return q;
}

Cost cost(std::span<const Operand> inputs, const Operand& output, const Params& params)
{
    const auto& q = inputs[0].shape;
    const std::uint64_t elements = std::uint64_t(params.get<AttentionParams>().nHeadKv) * std::uint64_t(q[2]);
    return { .bytes = bytesOf(inputs[0]) + bytesOf(output), .flopsPerPair = 4 * std::uint64_t(q[1]) * std::uint64_t(q[2]), .bytesPerKey = 2 * elements };
}

void attendOne(ReferenceCall& call, const AttentionParams& p, std::int64_t token, std::int32_t head, std::vector<double>& scores)
{
    const tensor::Shape& shape = call.output.shape;
    const std::int32_t kvHead = head / std::int32_t(shape[1] / p.nHeadKv);
    const std::int64_t position = call.firstPosition + token;
    const std::int64_t first = p.window > 0 ? std::max<std::int64_t>(0, position - p.window + 1) : 0;
    const float* q = call.inputs[0].f32() + (token * shape[1] + head) * shape[2];
    float* result = call.output.f32() + (token * shape[1] + head) * shape[2];
    double maximum = -std::numeric_limits<double>::infinity();
    for (std::int64_t key = first; key <= position; ++key) {
        double score = 0;
        for (std::int32_t dim = 0; dim < shape[2]; ++dim)
            score += double(q[dim]) * kvKey(call.kv, kvHead, key, dim);
        score *= p.scale;
        if (p.softcap > 0)
            score = p.softcap * std::tanh(score / p.softcap);
        scores[std::size_t(key)] = score;
        maximum = std::max(maximum, score);
    }
    double sum = 0;
    for (std::int64_t key = first; key <= position; ++key)
        sum += scores[std::size_t(key)] = std::exp(scores[std::size_t(key)] - maximum);
    for (std::int32_t dim = 0; dim < shape[2]; ++dim) {
        double out = 0;
        for (std::int64_t key = first; key <= position; ++key)
            out += scores[std::size_t(key)] * kvValue(call.kv, kvHead, key, dim);
        result[dim] = float(out / sum);
    }
}

void reference(ReferenceCall& call)
{
    const auto& p = call.params.get<AttentionParams>();
    const tensor::Shape& shape = call.output.shape;
    call.parallelFor(shape[0] * shape[1], [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> scores(std::size_t(call.firstPosition + shape[0]));
        for (std::int64_t item = begin; item < end; ++item)
            attendOne(call, p, item / shape[1], std::int32_t(item % shape[1]), scores);
    });
}

std::vector<OpCase> cases()
{
    return { { "one token", { f32({ 1, 6, 64 }), f32({ 1, 2, 64 }) }, AttentionParams { .nHeadKv = 2, .scale = 0.125F } },
        { "many tokens, window", { f32({ 37, 4, 80 }), f32({ 37, 4, 80 }) }, AttentionParams { .nHeadKv = 4, .scale = 0.1F, .window = 9 } },
        { "softcap", { f32({ 5, 8, 128 }), f32({ 5, 1, 128 }) }, AttentionParams { .nHeadKv = 1, .scale = 0.1F, .softcap = 3 } } };
}

} // namespace

constexpr OpSpec attention { "attention", base::OpFamily::attention, "softmax(scale q k) v over the cached keys of each token's past (Vaswani et al. 2017, arXiv 1706.03762)",
    infer, cost, reference, cases };

} // namespace cutaway::ops
