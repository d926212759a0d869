#include "kernels/cpu/avx2/linear_families.h"

#include "kernels/cpu/avx2/q8per32.h"

#include <immintrin.h>

namespace cutaway::kernels::avx2 {
namespace {

struct Rounded {
    __m256i q;  ///< 32 values in order
    float d;
    float sum;
};

/// The largest |x| as a bit pattern: ordered like the number itself, and a NaN is above everything, so that it reaches the result.
int largestBits(__m256 x0, __m256 x1, __m256 x2, __m256 x3) noexcept
{
    const __m256 magnitude = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
    const auto bits = [magnitude](__m256 x) { return _mm256_castps_si256(_mm256_and_ps(x, magnitude)); };
    const __m256i all = _mm256_max_epi32(_mm256_max_epi32(bits(x0), bits(x1)), _mm256_max_epi32(bits(x2), bits(x3)));
    __m128i m = _mm_max_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0x4e));
    m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0xb1));
    return _mm_cvtsi128_si32(m);
}

int sumOf(__m256i q) noexcept
{
    const __m256i s = _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_set1_epi8(1), q), _mm256_set1_epi16(1));
    __m128i m = _mm_add_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
    m = _mm_add_epi32(m, _mm_shuffle_epi32(m, 0x4e));
    m = _mm_add_epi32(m, _mm_shuffle_epi32(m, 0xb1));
    return _mm_cvtsi128_si32(m);
}

Rounded quantize(const float* x) noexcept
{
    const __m256 x0 = _mm256_loadu_ps(x);
    const __m256 x1 = _mm256_loadu_ps(x + 8);
    const __m256 x2 = _mm256_loadu_ps(x + 16);
    const __m256 x3 = _mm256_loadu_ps(x + 24);
    const int bits = largestBits(x0, x1, x2, x3);
    constexpr int kInfinity = 0x7f800000;
    constexpr int kSmallest = (127 - 100) << 23; // 2^-100: below it the inverse of the scale would overflow, and the block is zero
    if (bits < kSmallest)
        return { _mm256_setzero_si256(), 0.0f, 0.0f };
    if (bits >= kInfinity) {
        const float nan = _mm_cvtss_f32(_mm_castsi128_ps(_mm_set1_epi32(kInfinity | 0x400000)));
        return { _mm256_setzero_si256(), nan, nan };
    }
    const float largest = _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128(bits)));
    const __m256 inverse = _mm256_set1_ps(127.0f / largest);
    const auto round = [inverse](__m256 v) { return _mm256_cvtps_epi32(_mm256_mul_ps(v, inverse)); };
    // The packs work within 128-bit halves; the permutation restores the order.
    const __m256i packed = _mm256_packs_epi16(_mm256_packs_epi32(round(x0), round(x1)), _mm256_packs_epi32(round(x2), round(x3)));
    const __m256i q = _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    const float d = largest / 127.0f;
    return { q, d, d * float(sumOf(q)) };
}

void prepareRow(const cpu::ActArgs& args) noexcept
{
    auto* const out = reinterpret_cast<ActBlock*>(args.out);
    for (std::int64_t b = args.kBegin / 32; b < args.kEnd / 32; ++b) {
        const Rounded rounded = quantize(args.x + 32 * b);
        out[b].d = rounded.d;
        out[b].sum = rounded.sum;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out[b].q), rounded.q);
    }
}

/// Interleaves the 4-byte groups of four tokens.
void storeInterleaved(const __m256i (&q)[kActTokens], ActTile& tile) noexcept
{
    const __m256i low01 = _mm256_unpacklo_epi32(q[0], q[1]);  // groups 0, 1 | 4, 5 of tokens 0 and 1
    const __m256i high01 = _mm256_unpackhi_epi32(q[0], q[1]); // groups 2, 3 | 6, 7
    const __m256i low23 = _mm256_unpacklo_epi32(q[2], q[3]);
    const __m256i high23 = _mm256_unpackhi_epi32(q[2], q[3]);
    const __m256i groups04 = _mm256_unpacklo_epi64(low01, low23);
    const __m256i groups15 = _mm256_unpackhi_epi64(low01, low23);
    const __m256i groups26 = _mm256_unpacklo_epi64(high01, high23);
    const __m256i groups37 = _mm256_unpackhi_epi64(high01, high23);
    auto* const out = reinterpret_cast<__m256i*>(tile.q);
    _mm256_storeu_si256(out, _mm256_permute2x128_si256(groups04, groups15, 0x20));
    _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(groups26, groups37, 0x20));
    _mm256_storeu_si256(out + 2, _mm256_permute2x128_si256(groups04, groups15, 0x31));
    _mm256_storeu_si256(out + 3, _mm256_permute2x128_si256(groups26, groups37, 0x31));
}

void prepareTiles(const cpu::ActArgs& args) noexcept
{
    auto* const out = reinterpret_cast<ActTile*>(args.out);
    for (std::int64_t token = args.tokenBegin; token < args.tokenEnd; token += kActTokens) {
        const std::int64_t count = args.tokenEnd - token < kActTokens ? args.tokenEnd - token : kActTokens;
        ActTile* const row = out + token / kActTokens * (args.k / 32);
        for (std::int64_t b = args.kBegin / 32; b < args.kEnd / 32; ++b) {
            __m256i q[kActTokens];
            for (int t = 0; t < kActTokens; ++t) {
                const Rounded rounded = t < count ? quantize(args.x + (token + t) * args.ldX + 32 * b) : Rounded { _mm256_setzero_si256(), 0, 0 };
                q[t] = rounded.q;
                row[b].d[t] = rounded.d;
                row[b].sum[t] = rounded.sum;
            }
            storeInterleaved(q, row[b]);
        }
    }
}

} // namespace

std::size_t q8per32Bytes(std::int64_t k, std::int32_t nTokens) noexcept
{
    const std::size_t nBlocks = std::size_t(k / 32);
    return nTokens == 1 ? nBlocks * sizeof(ActBlock) : std::size_t((nTokens + kActTokens - 1) / kActTokens) * nBlocks * sizeof(ActTile);
}

void prepareQ8per32(const cpu::ActArgs& args) noexcept
{
    if (args.nTokens == 1)
        prepareRow(args);
    else
        prepareTiles(args);
}

} // namespace cutaway::kernels::avx2
