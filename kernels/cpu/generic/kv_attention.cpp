#include "kernels/cpu/generic/kv_attention.h"

#include "kernels/types/f16.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cutaway::kernels::generic {
namespace {

using cpu::AttentionPieceArgs;
using cpu::AttentionPrefillArgs;
using cpu::kAttentionPiece;
using cpu::KvHead;
using cpu::kKvBlock;

void load(const std::byte* array, DType type, std::int64_t first, std::int64_t count, float* out)
{
    if (type == DType::f16) {
        const auto* halves = reinterpret_cast<const std::uint16_t*>(array) + first;
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = f16ToF32(halves[i]);
        return;
    }
    std::copy_n(reinterpret_cast<const float*>(array) + first, count, out);
}

void store(std::byte* array, DType type, std::int64_t index, float value)
{
    if (type == DType::f16)
        reinterpret_cast<std::uint16_t*>(array)[index] = f32ToF16(value);
    else
        reinterpret_cast<float*>(array)[index] = value;
}

/// Scores of the 16 keys of a block with every query head, those outside the piece dropped.
void scoreBlock(const AttentionPieceArgs& a, std::int64_t block)
{
    const std::int64_t headDim = a.head.headDim, first = block * kKvBlock - a.keyBegin, count = a.keyEnd - a.keyBegin;
    for (std::int32_t head = 0; head < a.nHeads; ++head) {
        float sums[kKvBlock] {};
        for (std::int64_t d = 0; d < headDim; ++d) {
            float keys[kKvBlock];
            load(a.head.k, a.head.type, (block * headDim + d) * kKvBlock, kKvBlock, keys);
            for (int i = 0; i < kKvBlock; ++i)
                sums[i] += a.q[head * headDim + d] * keys[i];
        }
        for (std::int64_t i = std::max<std::int64_t>(0, -first); i < kKvBlock && first + i < count; ++i)
            a.scratch[head * kAttentionPiece + first + i] = sums[i] * a.scale;
    }
}

void softmaxPiece(float* s, std::int64_t count, float softcap, float& maximum, float& sum)
{
    if (softcap != 0.0f) {
        for (std::int64_t i = 0; i < count; ++i)
            s[i] = softcap * std::tanh(s[i] / softcap);
    }
    maximum = *std::max_element(s, s + count);
    sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        s[i] = std::exp(s[i] - maximum);
        sum += s[i];
    }
}

void addValues(const AttentionPieceArgs& a)
{
    constexpr int kLanes = 8; // every head dimension is a multiple
    const std::int64_t headDim = a.head.headDim;
    std::fill_n(a.acc, a.nHeads * headDim, 0.0f);
    for (std::int64_t key = a.keyBegin; key < a.keyEnd; ++key) {
        for (std::int64_t d = 0; d < headDim; d += kLanes) {
            float values[kLanes];
            load(a.head.v, a.head.type, key * headDim + d, kLanes, values);
            for (std::int32_t head = 0; head < a.nHeads; ++head) {
                const float weight = a.scratch[head * kAttentionPiece + key - a.keyBegin];
                for (int i = 0; i < kLanes; ++i)
                    a.acc[head * headDim + d + i] += weight * values[i];
            }
        }
    }
}

/// The scratch of attentionPrefill: one piece, and the running result it is merged into. All for one token.
struct Workspace {
    float* scores;  ///< [nHeads, kAttentionPiece]
    float* acc[2];  ///< piece and running: [nHeads, headDim]
    float* maximum[2];
    float* sum[2];
    std::size_t bytes;
};

Workspace workspace(std::int64_t headDim, std::int64_t nHeads, std::byte* scratch)
{
    Workspace w {};
    std::size_t used = 0;
    const auto take = [&](std::int64_t count) {
        float* array = scratch ? reinterpret_cast<float*>(scratch + used) : nullptr;
        used += std::size_t(count) * sizeof(float);
        return array;
    };
    w.scores = take(nHeads * kAttentionPiece);
    for (int i = 0; i < 2; ++i) {
        w.acc[i] = take(nHeads * headDim);
        w.maximum[i] = take(nHeads);
        w.sum[i] = take(nHeads);
    }
    w.bytes = used;
    return w;
}

void mergeIntoRunning(const Workspace& w, std::int64_t headDim, std::int32_t nHeads)
{
    for (std::int32_t head = 0; head < nHeads; ++head) {
        const float maximum = std::max(w.maximum[0][head], w.maximum[1][head]);
        const float piece = std::exp(w.maximum[0][head] - maximum), running = std::exp(w.maximum[1][head] - maximum);
        for (std::int64_t d = head * headDim; d < (head + 1) * headDim; ++d)
            w.acc[1][d] = w.acc[1][d] * running + w.acc[0][d] * piece;
        w.sum[1][head] = w.sum[1][head] * running + w.sum[0][head] * piece;
        w.maximum[1][head] = maximum;
    }
}

void prefillToken(const AttentionPrefillArgs& a, const Workspace& w, std::int32_t token)
{
    const std::int64_t headDim = a.head.headDim, end = a.firstPosition + token + 1;
    const std::int64_t lowest = a.window > 0 ? std::max<std::int64_t>(0, end - a.window) : 0;
    std::fill_n(w.acc[1], a.nHeads * headDim, 0.0f);
    std::fill_n(w.sum[1], a.nHeads, 0.0f);
    std::fill_n(w.maximum[1], a.nHeads, -std::numeric_limits<float>::infinity());
    for (std::int64_t begin = lowest; begin < end; begin = (begin / kAttentionPiece + 1) * kAttentionPiece) {
        attentionPiece({ .head = a.head, .q = a.q + token * a.ldQ, .nHeads = a.nHeads, .keyBegin = begin,
            .keyEnd = std::min(end, (begin / kAttentionPiece + 1) * kAttentionPiece), .scale = a.scale, .softcap = a.softcap,
            .maximum = w.maximum[0], .sum = w.sum[0], .acc = w.acc[0], .scratch = w.scores });
        mergeIntoRunning(w, headDim, a.nHeads);
    }
    for (std::int32_t head = 0; head < a.nHeads; ++head) {
        for (std::int64_t d = head * headDim; d < (head + 1) * headDim; ++d)
            a.out[token * a.ldOut + d] = w.acc[1][d] / w.sum[1][head];
    }
}

} // namespace

void kvWrite(const cpu::KvWriteArgs& args) noexcept
{
    const KvHead& head = args.head;
    const std::int64_t headDim = head.headDim;
    for (std::int32_t i = 0; i < args.count; ++i) {
        const std::int64_t position = args.position + i;
        const std::int64_t block = position / kKvBlock * kKvBlock * headDim + position % kKvBlock;
        for (std::int64_t d = 0; d < headDim; ++d) {
            store(head.k, head.type, block + d * kKvBlock, args.k[i * args.ldK + d]);
            store(head.v, head.type, position * headDim + d, args.v[i * args.ldV + d]);
        }
    }
}

void attentionPiece(const AttentionPieceArgs& args) noexcept
{
    for (std::int64_t block = args.keyBegin / kKvBlock; block * kKvBlock < args.keyEnd; ++block)
        scoreBlock(args, block);
    for (std::int32_t head = 0; head < args.nHeads; ++head) {
        softmaxPiece(args.scratch + head * kAttentionPiece, args.keyEnd - args.keyBegin, args.softcap, args.maximum[head],
            args.sum[head]);
    }
    addValues(args);
}

void attentionMerge(const cpu::AttentionMergeArgs& args) noexcept
{
    float maximum = args.maximum[0];
    for (std::int32_t i = 1; i < args.nPieces; ++i)
        maximum = std::max(maximum, args.maximum[i * args.statStride]);
    std::fill_n(args.out, args.headDim, 0.0f);
    float sum = 0;
    for (std::int32_t i = 0; i < args.nPieces; ++i) {
        const float weight = std::exp(args.maximum[i * args.statStride] - maximum);
        sum += args.sum[i * args.statStride] * weight;
        for (std::int32_t d = 0; d < args.headDim; ++d)
            args.out[d] += args.acc[i * args.accStride + d] * weight;
    }
    for (std::int32_t d = 0; d < args.headDim; ++d)
        args.out[d] /= sum;
}

std::size_t attentionPrefillScratchBytes(std::int32_t headDim, std::int32_t nHeads) noexcept
{
    return workspace(headDim, nHeads, nullptr).bytes;
}

void attentionPrefill(const AttentionPrefillArgs& args) noexcept
{
    const Workspace w = workspace(args.head.headDim, args.nHeads, args.scratch);
    for (std::int32_t token = 0; token < args.nTokens; ++token)
        prefillToken(args, w, token);
}

} // namespace cutaway::kernels::generic
