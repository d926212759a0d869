#include "kernels/cpu/avx2/kv_attention.h"

#include "kernels/cpu/avx2/elements.h"
#include "kernels/cpu/avx2/vector_math.h"

#include <cmath>

namespace cutaway::kernels::avx2 {
namespace {

using cpu::AttentionPieceArgs;
using cpu::kAttentionPiece;
using cpu::kKvBlock;

constexpr int kGroup = 4;       ///< query heads that share one pass over the keys: 8 score accumulators
constexpr int kValueBlock = 64; ///< keys whose values are summed in one go, so that they stay in L1 between slices of the head

template <typename Elements>
void writeKeysAndValues(const cpu::KvWriteArgs& a)
{
    using Type = typename Elements::Type;
    const std::int64_t headDim = a.head.headDim;
    for (std::int32_t i = 0; i < a.count; ++i) {
        const std::int64_t position = a.position + i;
        Type* v = reinterpret_cast<Type*>(a.head.v) + position * headDim;
        Type* k = reinterpret_cast<Type*>(a.head.k) + position / kKvBlock * kKvBlock * headDim + position % kKvBlock;
        for (std::int64_t d = 0; d < headDim; d += 8) {
            Elements::store8(v + d, _mm256_loadu_ps(a.v + i * a.ldV + d));
            Type keys[8];
            Elements::store8(keys, _mm256_loadu_ps(a.k + i * a.ldK + d));
            for (int j = 0; j < 8; ++j)
                k[(d + j) * kKvBlock] = keys[j];
        }
    }
}

/// Scores of 16 keys with G query heads. @param k [headDim][16] @param v the same keys' values, fetched for the second pass
/// @param q [G, headDim] @param out of head g at out[g * ldOut]
template <typename Elements, int G> [[gnu::noinline]] void scoreBlock(const typename Elements::Type* k, const typename Elements::Type* v,
    const float* q, std::int64_t headDim, float scale, float* out, std::int64_t ldOut)
{
    constexpr int kChains = G < kGroup ? 2 : 1; // few heads need the even and odd dimensions apart to hide the latency of fma
    __m256 sums[kChains][G][2];
#pragma GCC unroll 2
    for (int c = 0; c < kChains; ++c) {
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g)
            sums[c][g][0] = sums[c][g][1] = _mm256_setzero_ps();
    }
    for (std::int64_t d = 0; d < headDim; d += kChains) {
        _mm_prefetch(reinterpret_cast<const char*>(v + d * kKvBlock), _MM_HINT_T1);
#pragma GCC unroll 2
        for (int c = 0; c < kChains; ++c) {
            const __m256 low = Elements::load8(k + (d + c) * kKvBlock), high = Elements::load8(k + (d + c) * kKvBlock + 8);
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g) {
                const __m256 query = _mm256_broadcast_ss(q + g * headDim + d + c);
                sums[c][g][0] = _mm256_fmadd_ps(query, low, sums[c][g][0]);
                sums[c][g][1] = _mm256_fmadd_ps(query, high, sums[c][g][1]);
            }
        }
    }
    const __m256 factor = _mm256_set1_ps(scale);
#pragma GCC unroll 4
    for (int g = 0; g < G; ++g) {
        for (int half = 0; half < 2; ++half) {
            const __m256 sum = kChains == 2 ? _mm256_add_ps(sums[0][g][half], sums[kChains - 1][g][half]) : sums[0][g][half];
            _mm256_storeu_ps(out + g * ldOut + 8 * half, _mm256_mul_ps(factor, sum));
        }
    }
}

/// Adds keys x values to NV vectors of G heads. @param p of head g at p[g * kAttentionPiece] @param acc [G, headDim]
template <typename Elements, int G, int NV>
[[gnu::noinline]] void addValues(const typename Elements::Type* v, const float* p, std::int64_t nKeys, std::int64_t headDim, float* acc)
{
    __m256 sums[G][NV];
#pragma GCC unroll 4
    for (int g = 0; g < G; ++g) {
#pragma GCC unroll 8
        for (int i = 0; i < NV; ++i)
            sums[g][i] = _mm256_loadu_ps(acc + g * headDim + 8 * i);
    }
    for (std::int64_t key = 0; key < nKeys; ++key) {
        __m256 weight[G];
#pragma GCC unroll 4
        for (int g = 0; g < G; ++g)
            weight[g] = _mm256_broadcast_ss(p + g * kAttentionPiece + key);
#pragma GCC unroll 8
        for (int i = 0; i < NV; ++i) {
            const __m256 value = Elements::load8(v + key * headDim + 8 * i);
#pragma GCC unroll 4
            for (int g = 0; g < G; ++g)
                sums[g][i] = _mm256_fmadd_ps(weight[g], value, sums[g][i]);
        }
    }
#pragma GCC unroll 4
    for (int g = 0; g < G; ++g) {
#pragma GCC unroll 8
        for (int i = 0; i < NV; ++i)
            _mm256_storeu_ps(acc + g * headDim + 8 * i, sums[g][i]);
    }
}

/// The two passes over one piece for G heads from `head` on; a set of these per element type and group size.
template <typename Elements, int G>
struct Group {
    using Type = typename Elements::Type;

    /// @param block index of 16 keys; its scores go to the piece's scratch, keys outside the piece are dropped
    static void score(const AttentionPieceArgs& a, std::int64_t head, std::int64_t block)
    {
        const std::int64_t headDim = a.head.headDim, first = block * kKvBlock - a.keyBegin, count = a.keyEnd - a.keyBegin;
        const Type* k = reinterpret_cast<const Type*>(a.head.k) + block * kKvBlock * headDim;
        const Type* v = reinterpret_cast<const Type*>(a.head.v) + block * kKvBlock * headDim;
        const float* q = a.q + head * headDim;
        float* out = a.scratch + head * kAttentionPiece;
        if (first >= 0 && first + kKvBlock <= count) {
            scoreBlock<Elements, G>(k, v, q, headDim, a.scale, out + first, kAttentionPiece);
            return;
        }
        float edge[G * kKvBlock];
        scoreBlock<Elements, G>(k, v, q, headDim, a.scale, edge, kKvBlock);
        for (int g = 0; g < G; ++g) {
            for (std::int64_t i = first < 0 ? -first : 0; i < kKvBlock && first + i < count; ++i)
                out[g * kAttentionPiece + first + i] = edge[g * kKvBlock + i];
        }
    }

    /// @param from first key of the run, counted from the piece's first
    static void accumulate(const AttentionPieceArgs& a, std::int64_t head, std::int64_t from, std::int64_t nKeys)
    {
        constexpr int kVectors = G == 1 ? 8 : G == 4 ? 2 : 4; // vectors of the head in registers: up to 12 accumulators
        const std::int64_t headDim = a.head.headDim;
        const Type* v = reinterpret_cast<const Type*>(a.head.v) + (a.keyBegin + from) * headDim;
        const float* p = a.scratch + head * kAttentionPiece + from;
        float* acc = a.acc + head * headDim;
        std::int64_t d = 0;
        for (; d + 8 * kVectors <= headDim; d += 8 * kVectors)
            addValues<Elements, G, kVectors>(v + d, p, nKeys, headDim, acc + d);
        for (; d < headDim; d += 8)
            addValues<Elements, G, 1>(v + d, p, nKeys, headDim, acc + d);
    }
};

/// Calls body(Group<Elements, G>, first head) for groups of at most kGroup heads, as even as they come.
template <typename Elements, typename Body>
[[gnu::always_inline]] inline void forEachGroup(std::int32_t nHeads, Body body)
{
    std::int32_t left = (nHeads + kGroup - 1) / kGroup;
    for (std::int32_t head = 0; head < nHeads; --left) {
        const std::int32_t size = (nHeads - head + left - 1) / left;
        switch (size) {
        case 1: body(Group<Elements, 1>(), head); break;
        case 2: body(Group<Elements, 2>(), head); break;
        case 3: body(Group<Elements, 3>(), head); break;
        case 4: body(Group<Elements, 4>(), head); break;
        }
        head += size;
    }
}

/// Turns scores into exp(score - maximum). @param s [kAttentionPiece], of which `count` are set
void softmaxPiece(float* s, std::int64_t count, float softcap, float& maximum, float& sum)
{
    const std::int64_t padded = (count + 7) / 8 * 8;
    for (std::int64_t i = count; i < padded; ++i)
        s[i] = -INFINITY;
    __m256 highest = _mm256_set1_ps(-INFINITY);
    for (std::int64_t i = 0; i < padded; i += 8) {
        __m256 score = _mm256_loadu_ps(s + i);
        if (softcap != 0.0f) {
            const __m256 cap = _mm256_set1_ps(softcap);
            score = _mm256_mul_ps(cap, tanh8(_mm256_div_ps(score, cap)));
            if (i + 8 > count) // the cap would lift the padding
                score = _mm256_blendv_ps(_mm256_set1_ps(-INFINITY), score, _mm256_castsi256_ps(firstLanes(count - i)));
            _mm256_storeu_ps(s + i, score);
        }
        highest = _mm256_max_ps(highest, score);
    }
    maximum = max8(highest);
    const __m256 shift = _mm256_set1_ps(maximum);
    __m256 total = _mm256_setzero_ps();
    for (std::int64_t i = 0; i < padded; i += 8) {
        const __m256 weight = exp8(_mm256_sub_ps(_mm256_loadu_ps(s + i), shift));
        _mm256_storeu_ps(s + i, weight);
        total = _mm256_add_ps(total, weight);
    }
    sum = sum8(total);
}

template <typename Elements>
void piece(const AttentionPieceArgs& a)
{
    const std::int64_t count = a.keyEnd - a.keyBegin;
    for (std::int64_t block = a.keyBegin / kKvBlock; block * kKvBlock < a.keyEnd; ++block)
        forEachGroup<Elements>(a.nHeads, [&](auto group, std::int64_t head) { group.score(a, head, block); });
    for (std::int32_t head = 0; head < a.nHeads; ++head)
        softmaxPiece(a.scratch + head * kAttentionPiece, count, a.softcap, a.maximum[head], a.sum[head]);
    for (std::int64_t i = 0; i < a.nHeads * std::int64_t(a.head.headDim); i += 8)
        _mm256_storeu_ps(a.acc + i, _mm256_setzero_ps());
    for (std::int64_t from = 0; from < count; from += kValueBlock) {
        const std::int64_t nKeys = count - from < kValueBlock ? count - from : kValueBlock;
        forEachGroup<Elements>(a.nHeads, [&](auto group, std::int64_t head) { group.accumulate(a, head, from, nKeys); });
    }
}

} // namespace

void kvWrite(const cpu::KvWriteArgs& args) noexcept
{
    args.head.type == DType::f16 ? writeKeysAndValues<F16Elements>(args) : writeKeysAndValues<F32Elements>(args);
}

void attentionPiece(const AttentionPieceArgs& args) noexcept
{
    args.head.type == DType::f16 ? piece<F16Elements>(args) : piece<F32Elements>(args);
}

void attentionMerge(const cpu::AttentionMergeArgs& args) noexcept
{
    float maximum = -INFINITY;
    for (std::int32_t i = 0; i < args.nPieces; ++i)
        maximum = args.maximum[i * args.statStride] > maximum ? args.maximum[i * args.statStride] : maximum;
    for (std::int32_t d = 0; d < args.headDim; d += 8)
        _mm256_storeu_ps(args.out + d, _mm256_setzero_ps());
    float sum = 0;
    for (std::int32_t i = 0; i < args.nPieces; ++i) {
        const __m256 weight = exp8(_mm256_set1_ps(args.maximum[i * args.statStride] - maximum));
        sum += args.sum[i * args.statStride] * _mm256_cvtss_f32(weight);
        for (std::int32_t d = 0; d < args.headDim; d += 8) {
            const __m256 acc = _mm256_loadu_ps(args.acc + i * args.accStride + d);
            _mm256_storeu_ps(args.out + d, _mm256_fmadd_ps(weight, acc, _mm256_loadu_ps(args.out + d)));
        }
    }
    const __m256 divisor = _mm256_set1_ps(sum);
    for (std::int32_t d = 0; d < args.headDim; d += 8)
        _mm256_storeu_ps(args.out + d, _mm256_div_ps(_mm256_loadu_ps(args.out + d), divisor));
}

} // namespace cutaway::kernels::avx2
