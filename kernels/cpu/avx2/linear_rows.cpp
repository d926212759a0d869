#include "kernels/cpu/avx2/linear_families.h"

#include "kernels/cpu/avx2/k_acts.h"
#include "kernels/cpu/avx2/row_block.h"

// Each row is taken apart into the first-level cache and meets all tokens, four at a time. A row's super-blocks are added in order, so
// that a token's result does not depend on how many others came along.
namespace cutaway::kernels::avx2 {
namespace {

constexpr int kBlock = 256;
constexpr std::int32_t kTokens = 4; ///< met by one vector of weights

inline float sumOf(__m256 v)
{
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

/// Elements 32j .. 32j + 31 of a super-block times those of C tokens.
template <int C> inline void addChunk(int j, const RowBlock& w, __m256i scales, const KActBlock* const (&x)[C], __m256i (&sums)[C])
{
    const __m256i quants = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.q + 32 * j));
    const __m256i magnitudes = _mm256_abs_epi8(quants);
    const __m256i scale = _mm256_shuffle_epi8(scales, _mm256_set1_epi16(std::int16_t((2 * j + 1) << 8 | 2 * j)));
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c) {
        const __m256i acts = _mm256_load_si256(reinterpret_cast<const __m256i*>(x[c]->q + 32 * j));
        const __m256i products = _mm256_maddubs_epi16(magnitudes, _mm256_sign_epi8(acts, quants));
        sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(products, scale));
    }
}

/// One row times C tokens. @param acts [C, blocks]
template <int C>
[[gnu::noinline]] void multiply(const RowBlock* row, std::int64_t blocks, const KActBlock* acts, float* y, std::int64_t ldY)
{
    __m256 acc[C];
    for (int c = 0; c < C; ++c)
        acc[c] = _mm256_setzero_ps();
    for (std::int64_t b = 0; b < blocks; ++b) {
        const __m256i scales = _mm256_load_si256(reinterpret_cast<const __m256i*>(row[b].scales));
        const KActBlock* x[C];
        __m256i sums[C];
        for (int c = 0; c < C; ++c) {
            x[c] = acts + c * blocks + b;
            sums[c] = _mm256_setzero_si256();
        }
#pragma GCC unroll 8
        for (int j = 0; j < kBlock / 32; ++j)
            addChunk<C>(j, row[b], scales, x, sums);
        for (int c = 0; c < C; ++c)
            acc[c] = _mm256_fmadd_ps(_mm256_set1_ps(row[b].d * x[c]->d), _mm256_cvtepi32_ps(sums[c]), acc[c]);
    }
    for (int c = 0; c < C; ++c)
        y[c * ldY] = sumOf(acc[c]);
}

template <RowDecoder decode, std::int64_t blockBytes> void linear(const cpu::LinearArgs& args) noexcept
{
    using Multiply = void (*)(const RowBlock*, std::int64_t, const KActBlock*, float*, std::int64_t);
    static constexpr Multiply kByTokens[kTokens] { multiply<1>, multiply<2>, multiply<3>, multiply<4> };
    const std::int64_t blocks = args.k / kBlock;
    const auto* acts = reinterpret_cast<const KActBlock*>(args.acts);
    auto* decoded = reinterpret_cast<RowBlock*>(args.scratch);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; ++row) {
        decode(args.weights + row * blocks * blockBytes, blocks, decoded);
        for (std::int32_t token = 0; token < args.nTokens; token += kTokens) {
            const std::int32_t count = args.nTokens - token < kTokens ? args.nTokens - token : kTokens;
            kByTokens[count - 1](decoded, blocks, acts + token * blocks, args.y + token * args.ldY + row, args.ldY);
        }
    }
}

std::size_t scratchBytes(std::int64_t k, std::int32_t) noexcept { return std::size_t(k / kBlock) * sizeof(RowBlock); }

} // namespace

const cpu::LinearKernels* rowLinear(DType type) noexcept
{
    struct Row {
        DType type;
        cpu::LinearKernels kernels;
    };
    static constexpr Row kRows[] {
        { DType::iq1_s, { linear<decodeIQ1S, 50>, scratchBytes } },
        { DType::iq1_m, { linear<decodeIQ1M, 56>, scratchBytes } },
        { DType::iq2_xxs, { linear<decodeIQ2XXS, 66>, scratchBytes } },
        { DType::iq2_xs, { linear<decodeIQ2XS, 74>, scratchBytes } },
        { DType::iq2_s, { linear<decodeIQ2S, 82>, scratchBytes } },
        { DType::iq3_xxs, { linear<decodeIQ3XXS, 98>, scratchBytes } },
        { DType::iq3_s, { linear<decodeIQ3S, 110>, scratchBytes } },
        { DType::iq4_xs, { linear<decodeIQ4XS, 136>, scratchBytes } },
        { DType::tq1_0, { linear<decodeTQ10, 54>, scratchBytes } },
        { DType::tq2_0, { linear<decodeTQ20, 66>, scratchBytes } },
    };
    for (const Row& row : kRows) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

} // namespace cutaway::kernels::avx2
