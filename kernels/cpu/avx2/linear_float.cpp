#include "kernels/cpu/avx2/linear_families.h"

#include "kernels/cpu/avx2/elements.h"

/// Two ways. Few tokens: dot products straight from the rows, lanes along k; every product has one accumulator, so a token's result
/// is the same in every such batch. Many tokens: panels of 16 rows, widened and transposed into L1 so that lanes are rows, meet six
/// tokens in 12 accumulators.
namespace cutaway::kernels::avx2 {
namespace {

using cpu::LinearArgs;

constexpr std::int32_t kFewTokens = 16; ///< up to here transposing a panel costs more than it saves
constexpr std::int64_t kPanel = 16;    ///< rows
constexpr std::int64_t kDepth = 256;   ///< k of a panel: 16 KiB, half of L1
constexpr std::int64_t kTile = 6;      ///< tokens
constexpr std::int64_t kTokens = 192;  ///< of one pass: kDepth of them fill 192 KiB of L2
constexpr std::int64_t kRows = 128;    ///< of one pass: their sums fill 96 KiB of L2

/// R rows x T tokens. @param w first row @param y of token t and row r at y[t * ldY + r]
template <typename Elements, int R, int T>
[[gnu::noinline]] void dotTile(const typename Elements::Type* w, const float* x, std::int64_t k, float* y, std::int64_t ldY)
{
    __m256 sums[R][T];
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
#pragma GCC unroll 4
        for (int t = 0; t < T; ++t)
            sums[r][t] = _mm256_setzero_ps();
    }
    std::int64_t i = 0;
    for (; i + 8 <= k; i += 8) {
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const __m256 weights = Elements::load8(w + r * k + i);
#pragma GCC unroll 4
            for (int t = 0; t < T; ++t)
                sums[r][t] = _mm256_fmadd_ps(weights, _mm256_loadu_ps(x + t * k + i), sums[r][t]);
        }
    }
    if (i < k) {
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const __m256 weights = Elements::loadFirst(w + r * k + i, k - i);
#pragma GCC unroll 4
            for (int t = 0; t < T; ++t)
                sums[r][t] = _mm256_fmadd_ps(weights, F32Elements::loadFirst(x + t * k + i, k - i), sums[r][t]);
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
#pragma GCC unroll 4
        for (int t = 0; t < T; ++t)
            y[t * ldY + r] = sum8(sums[r][t]);
    }
}

/// All rows with T tokens: R at a time, then what is left one by one.
template <typename Elements, int R, int T>
void dotRows(const LinearArgs& a, std::int32_t token)
{
    const auto* w = reinterpret_cast<const typename Elements::Type*>(a.weights);
    const float* x = reinterpret_cast<const float*>(a.acts) + token * a.k;
    float* y = a.y + token * a.ldY;
    std::int64_t r = a.rowBegin;
    for (; r + R <= a.rowEnd; r += R)
        dotTile<Elements, R, T>(w + r * a.k, x, a.k, y + r, a.ldY);
    for (; r < a.rowEnd; ++r)
        dotTile<Elements, 1, T>(w + r * a.k, x, a.k, y + r, a.ldY);
}

template <typename Elements>
void fewTokens(const LinearArgs& a)
{
    for (std::int32_t token = 0; token < a.nTokens;) {
        const std::int32_t left = a.nTokens - token, passes = (left + 2) / 3;
        const std::int32_t size = (left + passes - 1) / passes;
        switch (size) {
        case 1: dotRows<Elements, 8, 1>(a, token); break;
        case 2: dotRows<Elements, 4, 2>(a, token); break;
        case 3: dotRows<Elements, 4, 3>(a, token); break;
        }
        token += size;
    }
}

/// The scratch of many tokens.
struct Workspace {
    float* x;     ///< [kTokens][kDepth]
    float* panel; ///< [kDepth][kPanel]
    float* sums;  ///< [kRows / kPanel][kTokens][kPanel]
};
constexpr std::int64_t kXFloats = kTokens * kDepth, kPanelFloats = kDepth * kPanel, kSumsFloats = kRows * kTokens;

/// Rows [row, row + 16) and k [k0, k0 + depth), transposed; rows from rowEnd on are zeros.
template <typename Elements>
[[gnu::noinline]] void fillPanel(const LinearArgs& a, std::int64_t row, std::int64_t k0, std::int64_t depth, float* panel)
{
    for (int half = 0; half < 2; ++half) {
        const std::int64_t present = a.rowEnd - row - 8 * half;
        const auto* w = reinterpret_cast<const typename Elements::Type*>(a.weights) + (row + 8 * half) * a.k + k0;
        for (std::int64_t i = 0; i < depth; i += 8) {
            __m256 rows[8];
#pragma GCC unroll 8
            for (int r = 0; r < 8; ++r) {
                if (r >= present)
                    rows[r] = _mm256_setzero_ps();
                else
                    rows[r] = i + 8 <= depth ? Elements::load8(w + r * a.k + i) : Elements::loadFirst(w + r * a.k + i, depth - i);
            }
            transpose8(rows);
#pragma GCC unroll 8
            for (int j = 0; j < 8; ++j)
                _mm256_storeu_ps(panel + (i + j) * kPanel + 8 * half, rows[j]);
        }
    }
}

/// sums += panel x T tokens. @param x of token t at x[t * ldX] @param sums [T][kPanel]
template <int T>
[[gnu::noinline]] void panelTile(const float* panel, const float* x, std::int64_t ldX, std::int64_t depth, float* out)
{
    __m256 sums[T][2];
#pragma GCC unroll 6
    for (int t = 0; t < T; ++t) {
        sums[t][0] = _mm256_loadu_ps(out + t * kPanel);
        sums[t][1] = _mm256_loadu_ps(out + t * kPanel + 8);
    }
    for (std::int64_t i = 0; i < depth; ++i) {
        const __m256 low = _mm256_loadu_ps(panel + i * kPanel), high = _mm256_loadu_ps(panel + i * kPanel + 8);
#pragma GCC unroll 6
        for (int t = 0; t < T; ++t) {
            const __m256 value = _mm256_broadcast_ss(x + t * ldX + i);
            sums[t][0] = _mm256_fmadd_ps(value, low, sums[t][0]);
            sums[t][1] = _mm256_fmadd_ps(value, high, sums[t][1]);
        }
    }
#pragma GCC unroll 6
    for (int t = 0; t < T; ++t) {
        _mm256_storeu_ps(out + t * kPanel, sums[t][0]);
        _mm256_storeu_ps(out + t * kPanel + 8, sums[t][1]);
    }
}

/// One panel with all tokens of the pass.
void multiplyPanel(const float* panel, const float* x, std::int64_t nTokens, std::int64_t depth, float* sums)
{
    for (std::int64_t t = 0; t < nTokens; t += kTile) {
        const float* tokens = x + t * kDepth;
        float* out = sums + t * kPanel;
        switch (nTokens - t) {
        case 1: panelTile<1>(panel, tokens, kDepth, depth, out); break;
        case 2: panelTile<2>(panel, tokens, kDepth, depth, out); break;
        case 3: panelTile<3>(panel, tokens, kDepth, depth, out); break;
        case 4: panelTile<4>(panel, tokens, kDepth, depth, out); break;
        case 5: panelTile<5>(panel, tokens, kDepth, depth, out); break;
        default: panelTile<6>(panel, tokens, kDepth, depth, out); break;
        }
    }
}

/// Tokens and k of one pass, one behind the other: rows of x that lie a power of two apart would fall on few sets of L2.
void copyTokens(const float* x, std::int64_t k, std::int64_t nTokens, std::int64_t depth, float* out)
{
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t i = 0; i < depth; i += 8)
            _mm256_storeu_ps(out + t * kDepth + i, i + 8 <= depth ? _mm256_loadu_ps(x + t * k + i) : F32Elements::loadFirst(x + t * k + i, depth - i));
    }
}

void storeSums(const Workspace& w, std::int64_t rows, std::int64_t nTokens, float* y, std::int64_t ldY)
{
    for (std::int64_t t = 0; t < nTokens; ++t) {
        for (std::int64_t r = 0; r < rows; r += 8) {
            const __m256 sums = _mm256_loadu_ps(w.sums + r / kPanel * kTokens * kPanel + t * kPanel + r % kPanel);
            if (r + 8 <= rows)
                _mm256_storeu_ps(y + t * ldY + r, sums);
            else
                _mm256_maskstore_ps(y + t * ldY + r, firstLanes(rows - r), sums);
        }
    }
}

/// Rows [row, rowEnd) with tokens [token, token + nTokens): one pass.
template <typename Elements>
void multiplyPass(const LinearArgs& a, const Workspace& w, std::int64_t row, std::int64_t rowEnd, std::int64_t token, std::int64_t nTokens)
{
    const float* x = reinterpret_cast<const float*>(a.acts) + token * a.k;
    for (std::int64_t i = 0; i < kSumsFloats; i += 8)
        _mm256_storeu_ps(w.sums + i, _mm256_setzero_ps());
    for (std::int64_t k0 = 0; k0 < a.k; k0 += kDepth) {
        const std::int64_t depth = a.k - k0 < kDepth ? a.k - k0 : kDepth;
        copyTokens(x + k0, a.k, nTokens, depth, w.x);
        for (std::int64_t r = row; r < rowEnd; r += kPanel) {
            fillPanel<Elements>(a, r, k0, depth, w.panel);
            multiplyPanel(w.panel, w.x, nTokens, depth, w.sums + (r - row) * kTokens);
        }
    }
    storeSums(w, rowEnd - row, nTokens, a.y + token * a.ldY + row, a.ldY);
}

template <typename Elements>
void manyTokens(const LinearArgs& a)
{
    auto* scratch = reinterpret_cast<float*>(a.scratch);
    const Workspace w { scratch, scratch + kXFloats, scratch + kXFloats + kPanelFloats };
    for (std::int64_t token = 0; token < a.nTokens; token += kTokens) {
        const std::int64_t nTokens = a.nTokens - token < kTokens ? a.nTokens - token : kTokens;
        for (std::int64_t row = a.rowBegin; row < a.rowEnd; row += kRows)
            multiplyPass<Elements>(a, w, row, row + kRows < a.rowEnd ? row + kRows : a.rowEnd, token, nTokens);
    }
}

template <typename Elements>
void linear(const LinearArgs& a) noexcept
{
    a.nTokens <= kFewTokens ? fewTokens<Elements>(a) : manyTokens<Elements>(a);
}

std::size_t scratchBytes(std::int64_t, std::int32_t nTokens) noexcept
{
    return nTokens <= kFewTokens ? 0 : std::size_t(kXFloats + kPanelFloats + kSumsFloats) * sizeof(float);
}

} // namespace

const cpu::LinearKernels* floatLinear(DType type) noexcept
{
    static constexpr cpu::LinearKernels kF32 { linear<F32Elements>, scratchBytes };
    static constexpr cpu::LinearKernels kF16 { linear<F16Elements>, scratchBytes };
    static constexpr cpu::LinearKernels kBf16 { linear<Bf16Elements>, scratchBytes };
    return type == DType::f32 ? &kF32 : type == DType::f16 ? &kF16 : type == DType::bf16 ? &kBf16 : nullptr;
}

} // namespace cutaway::kernels::avx2
