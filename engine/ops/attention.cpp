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

/// Keys and values of one head of the cache, one row a position: [positions, headDim].
struct HeadRows {
    HeadRows(const KvLayer& kv, std::int32_t head, std::int64_t positions) : keys(std::size_t(positions * kv.headDim)), values(keys.size())
    {
        for (std::int64_t position = 0; position < positions; ++position) {
            for (std::int32_t dim = 0; dim < kv.headDim; ++dim) {
                keys[std::size_t(position * kv.headDim + dim)] = kvKey(kv, head, position, dim);
                values[std::size_t(position * kv.headDim + dim)] = kvValue(kv, head, position, dim);
            }
        }
    }
    std::vector<float> keys, values;
};

/// In doubles. Four partial sums, so that one addition need not wait for the one before.
double dot(const float* a, const float* b, std::int64_t n)
{
    constexpr std::int64_t kLanes = 4;
    double sums[kLanes] {};
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[lane] += double(a[i + lane]) * b[i + lane];
    }
    for (; i < n; ++i)
        sums[0] += double(a[i]) * b[i];
    return sums[0] + sums[1] + (sums[2] + sums[3]);
}

/// One query with the keys and values from `first` to its own position.
/// @param scores, out  scratch of at least as many entries as positions, and as headDim
void attendOne(const AttentionParams& p, const HeadRows& rows, const float* q, std::int64_t headDim, std::int64_t first, std::int64_t position, std::vector<double>& scores,
    std::vector<double>& out, float* result)
{
    double maximum = -std::numeric_limits<double>::infinity();
    for (std::int64_t key = first; key <= position; ++key) {
        double score = dot(q, rows.keys.data() + key * headDim, headDim) * p.scale;
        if (p.softcap > 0)
            score = p.softcap * std::tanh(score / p.softcap);
        scores[std::size_t(key)] = score;
        maximum = std::max(maximum, score);
    }
    double sum = 0;
    std::ranges::fill(out, 0.0);
    for (std::int64_t key = first; key <= position; ++key) {
        const double weight = std::exp(scores[std::size_t(key)] - maximum);
        sum += weight;
        const float* const value = rows.values.data() + key * headDim;
        for (std::int64_t dim = 0; dim < headDim; ++dim)
            out[std::size_t(dim)] += weight * value[dim];
    }
    for (std::int64_t dim = 0; dim < headDim; ++dim)
        result[dim] = float(out[std::size_t(dim)] / sum);
}

void reference(ReferenceCall& call)
{
    const auto& p = call.params.get<AttentionParams>();
    const tensor::Shape& shape = call.output.shape; // [nTokens, nHead, headDim]
    const std::int64_t positions = call.firstPosition + shape[0];
    call.parallelFor(shape[1], [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> scores(static_cast<std::size_t>(positions));
        std::vector<double> out(static_cast<std::size_t>(shape[2]));
        for (std::int64_t head = begin; head < end; ++head) {
            const HeadRows rows(call.kv, std::int32_t(head / (shape[1] / p.nHeadKv)), positions);
            for (std::int64_t token = 0; token < shape[0]; ++token) {
                const std::int64_t position = call.firstPosition + token;
                const std::int64_t first = p.window > 0 ? std::max<std::int64_t>(0, position - p.window + 1) : 0;
                const std::int64_t at = (token * shape[1] + head) * shape[2];
                attendOne(p, rows, call.inputs[0].f32() + at, shape[2], first, position, scores, out, call.output.f32() + at);
            }
        }
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
