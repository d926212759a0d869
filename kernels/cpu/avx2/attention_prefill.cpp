#include "kernels/cpu/avx2/elements.h"
#include "kernels/cpu/avx2/kv_attention.h"
#include "kernels/cpu/avx2/vector_math.h"

#include <cmath>

/// Attention of a run of tokens as two small matrix products per block of keys, with a running softmax between them. A row is one
/// query head of one token; six rows meet 16 keys (then 16 dimensions) in 12 accumulators. Blocks start at multiples of kKeys in the
/// cache, whatever the run: a row's result does not depend on the rows that are computed beside it.
namespace cutaway::kernels::avx2 {
namespace {

using cpu::AttentionPrefillArgs;
using cpu::kKvBlock;

constexpr int kRows = 6;
constexpr int kKeys = 128; ///< keys of one step of the running softmax
constexpr float kNoMaximum = -1e30f; ///< finite, so that a row that saw no key yet gives weights of 0 and not NaN

std::int64_t roundUp(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

/// The scratch of one call. Every array starts on 64 bytes.
struct Workspace {
    std::int64_t nRows;    ///< rounded up to kRows
    std::int64_t paddedDim; ///< headDim rounded up to 16
    float* queries;  ///< [nRows / 6][headDim][6], times scale
    float* keys;     ///< [headDim][16]
    float* values;   ///< [paddedDim / 16][kKeys][16]
    float* scores;   ///< [nRows][kKeys]
    float* out;      ///< [nRows][paddedDim]
    float* maximum;  ///< [nRows] so far
    float* sum;      ///< [nRows] so far
    float* rescale;  ///< [nRows] what the last step did to the maximum
    std::size_t bytes;
};

Workspace workspace(std::int64_t headDim, std::int64_t nRows, std::byte* scratch)
{
    Workspace w { .nRows = roundUp(nRows, kRows), .paddedDim = roundUp(headDim, kKvBlock) };
    std::size_t used = 0;
    const auto take = [&](std::int64_t count) {
        float* array = scratch ? reinterpret_cast<float*>(scratch + used) : nullptr;
        used += std::size_t(roundUp(count, 16)) * sizeof(float);
        return array;
    };
    w.queries = take(w.nRows * headDim);
    w.keys = take(headDim * kKvBlock);
    w.values = take(w.paddedDim * kKeys);
    w.scores = take(w.nRows * kKeys);
    w.out = take(w.nRows * w.paddedDim);
    w.maximum = take(w.nRows);
    w.sum = take(w.nRows);
    w.rescale = take(w.nRows);
    w.bytes = used;
    return w;
}

/// Keys that one step covers, counted in the cache: of the block [begin, begin + kKeys) those in [first, end).
struct Step {
    std::int64_t begin;
    std::int64_t first;
    std::int64_t end;
};

void start(const AttentionPrefillArgs& a, const Workspace& w)
{
    const std::int64_t headDim = a.head.headDim, used = std::int64_t(a.nTokens) * a.nHeads;
    for (std::int64_t row = 0; row < w.nRows; ++row) {
        float* tile = w.queries + row / kRows * kRows * headDim + row % kRows;
        const float* q = row < used ? a.q + row / a.nHeads * a.ldQ + row % a.nHeads * headDim : nullptr;
        for (std::int64_t d = 0; d < headDim; ++d)
            tile[d * kRows] = q ? q[d] * a.scale : 0.0f;
        w.maximum[row] = kNoMaximum;
        w.sum[row] = 0;
    }
    for (std::int64_t i = 0; i < w.nRows * w.paddedDim; i += 8)
        _mm256_storeu_ps(w.out + i, _mm256_setzero_ps());
}

template <int R>
[[gnu::noinline]] void scoreTile(const float* q, const float* k, std::int64_t headDim, float* out)
{
    __m256 sums[R][2];
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r)
        sums[r][0] = sums[r][1] = _mm256_setzero_ps();
    for (std::int64_t d = 0; d < headDim; ++d) {
        const __m256 low = _mm256_loadu_ps(k + d * kKvBlock), high = _mm256_loadu_ps(k + d * kKvBlock + 8);
#pragma GCC unroll 6
        for (int r = 0; r < R; ++r) {
            const __m256 query = _mm256_broadcast_ss(q + d * kRows + r);
            sums[r][0] = _mm256_fmadd_ps(query, low, sums[r][0]);
            sums[r][1] = _mm256_fmadd_ps(query, high, sums[r][1]);
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r) {
        _mm256_storeu_ps(out + r * kKeys, sums[r][0]);
        _mm256_storeu_ps(out + r * kKeys + 8, sums[r][1]);
    }
}

/// out = out * rescale + p v over 16 dimensions.
template <int R>
[[gnu::noinline]] void valueTile(const float* p, const float* v, std::int64_t nKeys, const float* rescale, float* out, std::int64_t ldOut)
{
    __m256 sums[R][2];
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r) {
        const __m256 factor = _mm256_broadcast_ss(rescale + r);
        sums[r][0] = _mm256_mul_ps(factor, _mm256_loadu_ps(out + r * ldOut));
        sums[r][1] = _mm256_mul_ps(factor, _mm256_loadu_ps(out + r * ldOut + 8));
    }
    for (std::int64_t key = 0; key < nKeys; ++key) {
        const __m256 low = _mm256_loadu_ps(v + key * 16), high = _mm256_loadu_ps(v + key * 16 + 8);
#pragma GCC unroll 6
        for (int r = 0; r < R; ++r) {
            const __m256 weight = _mm256_broadcast_ss(p + r * kKeys + key);
            sums[r][0] = _mm256_fmadd_ps(weight, low, sums[r][0]);
            sums[r][1] = _mm256_fmadd_ps(weight, high, sums[r][1]);
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r) {
        _mm256_storeu_ps(out + r * ldOut, sums[r][0]);
        _mm256_storeu_ps(out + r * ldOut + 8, sums[r][1]);
    }
}

/// Scores of all rows with the 16-key blocks of the step.
template <typename Elements>
void scoreStep(const AttentionPrefillArgs& a, const Workspace& w, const Step& step)
{
    const std::int64_t headDim = a.head.headDim, used = std::int64_t(a.nTokens) * a.nHeads;
    for (std::int64_t key = step.first / kKvBlock * kKvBlock; key < step.end; key += kKvBlock) {
        const auto* k = reinterpret_cast<const typename Elements::Type*>(a.head.k) + key * headDim;
        for (std::int64_t i = 0; i < headDim * kKvBlock; i += 8)
            _mm256_storeu_ps(w.keys + i, Elements::load8(k + i));
        for (std::int64_t row = 0; row < used; row += kRows) {
            const float* q = w.queries + row * headDim;
            float* out = w.scores + row * kKeys + (key - step.begin);
            switch (used - row) {
            case 1: scoreTile<1>(q, w.keys, headDim, out); break;
            case 2: scoreTile<2>(q, w.keys, headDim, out); break;
            case 3: scoreTile<3>(q, w.keys, headDim, out); break;
            case 4: scoreTile<4>(q, w.keys, headDim, out); break;
            case 5: scoreTile<5>(q, w.keys, headDim, out); break;
            default: scoreTile<6>(q, w.keys, headDim, out); break;
            }
        }
    }
}

/// Values of the step as F32 slices of 16 dimensions, then added to every row.
template <typename Elements>
void valueStep(const AttentionPrefillArgs& a, const Workspace& w, const Step& step)
{
    const std::int64_t headDim = a.head.headDim, used = std::int64_t(a.nTokens) * a.nHeads, nKeys = step.end - step.first;
    const auto* v = reinterpret_cast<const typename Elements::Type*>(a.head.v) + step.first * headDim;
    for (std::int64_t key = 0; key < nKeys; ++key) {
        for (std::int64_t d = 0; d < w.paddedDim; d += 8) {
            const __m256 value = d < headDim ? Elements::load8(v + key * headDim + d) : _mm256_setzero_ps();
            _mm256_storeu_ps(w.values + d / 16 * 16 * kKeys + key * 16 + d % 16, value);
        }
    }
    for (std::int64_t d = 0; d < w.paddedDim; d += 16) {
        const float* slice = w.values + d * kKeys;
        for (std::int64_t row = 0; row < used; row += kRows) {
            const float* p = w.scores + row * kKeys + (step.first - step.begin);
            const float* rescale = w.rescale + row;
            float* out = w.out + row * w.paddedDim + d;
            switch (used - row) {
            case 1: valueTile<1>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            case 2: valueTile<2>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            case 3: valueTile<3>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            case 4: valueTile<4>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            case 5: valueTile<5>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            default: valueTile<6>(p, slice, nKeys, rescale, out, w.paddedDim); break;
            }
        }
    }
}

__m256 capped(__m256 score, float softcap)
{
    const __m256 cap = _mm256_set1_ps(softcap);
    return _mm256_mul_ps(cap, tanh8(_mm256_div_ps(score, cap)));
}

/// One row of the running softmax. @param s scores of [begin, begin + kKeys), of which [visibleBegin, visibleEnd) count
void softmaxRow(float* s, const Step& step, std::int64_t visibleBegin, std::int64_t visibleEnd, float softcap, float* maximum, float* sum,
    float* rescale)
{
    const std::int64_t from = step.first / kKvBlock * kKvBlock - step.begin, to = roundUp(step.end, kKvBlock) - step.begin;
    if (softcap != 0.0f) {
        for (std::int64_t i = from; i < to; i += 8)
            _mm256_storeu_ps(s + i, capped(_mm256_loadu_ps(s + i), softcap));
    }
    for (std::int64_t i = from; i < to && i < visibleBegin - step.begin; ++i)
        s[i] = -INFINITY;
    for (std::int64_t i = visibleEnd - step.begin > from ? visibleEnd - step.begin : from; i < to; ++i)
        s[i] = -INFINITY;
    __m256 highest = _mm256_set1_ps(*maximum);
    for (std::int64_t i = from; i < to; i += 8)
        highest = _mm256_max_ps(highest, _mm256_loadu_ps(s + i));
    const __m256 shift = _mm256_set1_ps(max8(highest));
    __m256 total = _mm256_setzero_ps();
    for (std::int64_t i = from; i < to; i += 8) {
        const __m256 weight = exp8(_mm256_sub_ps(_mm256_loadu_ps(s + i), shift));
        _mm256_storeu_ps(s + i, weight);
        total = _mm256_add_ps(total, weight);
    }
    *rescale = _mm256_cvtss_f32(exp8(_mm256_sub_ps(_mm256_set1_ps(*maximum), shift)));
    *sum = *sum * *rescale + sum8(total);
    *maximum = _mm256_cvtss_f32(shift);
}

std::int64_t firstVisible(const AttentionPrefillArgs& a, std::int64_t position)
{
    return a.window > 0 && position >= a.window ? position - a.window + 1 : 0;
}

void softmaxStep(const AttentionPrefillArgs& a, const Workspace& w, const Step& step)
{
    for (std::int64_t row = 0; row < std::int64_t(a.nTokens) * a.nHeads; ++row) {
        const std::int64_t position = a.firstPosition + row / a.nHeads;
        softmaxRow(w.scores + row * kKeys, step, firstVisible(a, position), position + 1, a.softcap, w.maximum + row, w.sum + row,
            w.rescale + row);
    }
}

void finish(const AttentionPrefillArgs& a, const Workspace& w)
{
    const std::int64_t headDim = a.head.headDim;
    for (std::int64_t row = 0; row < std::int64_t(a.nTokens) * a.nHeads; ++row) {
        float* out = a.out + row / a.nHeads * a.ldOut + row % a.nHeads * headDim;
        const __m256 divisor = _mm256_set1_ps(w.sum[row]);
        for (std::int64_t d = 0; d < headDim; d += 8)
            _mm256_storeu_ps(out + d, _mm256_div_ps(_mm256_loadu_ps(w.out + row * w.paddedDim + d), divisor));
    }
}

template <typename Elements>
void prefill(const AttentionPrefillArgs& a)
{
    const Workspace w = workspace(a.head.headDim, std::int64_t(a.nTokens) * a.nHeads, a.scratch);
    start(a, w);
    const std::int64_t lowest = firstVisible(a, a.firstPosition), end = a.firstPosition + a.nTokens;
    for (std::int64_t begin = lowest / kKeys * kKeys; begin < end; begin += kKeys) {
        const Step step { begin, begin < lowest ? lowest : begin, begin + kKeys < end ? begin + kKeys : end };
        scoreStep<Elements>(a, w, step);
        softmaxStep(a, w, step);
        valueStep<Elements>(a, w, step);
    }
    finish(a, w);
}

} // namespace

std::size_t attentionPrefillScratchBytes(std::int32_t headDim, std::int32_t nHeads) noexcept
{
    return workspace(headDim, std::int64_t(cpu::kAttentionTokenTile) * nHeads, nullptr).bytes;
}

void attentionPrefill(const AttentionPrefillArgs& args) noexcept
{
    args.head.type == DType::f16 ? prefill<F16Elements>(args) : prefill<F32Elements>(args);
}

} // namespace cutaway::kernels::avx2
