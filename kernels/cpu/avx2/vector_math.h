#pragma once
#include <cstdint>
#include <immintrin.h>

/// Eight floats at a time: what several files of this folder share. Everything is `static inline`: no symbol leaves its object file.
namespace cutaway::kernels::avx2 {

/// e^x with a relative error below 2e-7. Saturates at e^88; exactly 0 below e^-87 (so also for -infinity); NaN stays NaN.
static inline __m256 exp8(__m256 x)
{
    const __m256 lowest = _mm256_set1_ps(-87.0f);
    const __m256 kept = _mm256_cmp_ps(x, lowest, _CMP_NLT_UQ);
    x = _mm256_min_ps(_mm256_set1_ps(88.0f), _mm256_max_ps(lowest, x)); // in this order both hand a NaN on
    const __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693147182f), x); // ln 2 in two parts
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(-1.90465421e-9f), r);
    // e^r = 1 + r + r^2 P(r) for |r| <= ln(2)/2; P interpolates at the Chebyshev nodes, error 1e-8.
    __m256 p = _mm256_set1_ps(1.392625083e-03f);
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(8.363232884e-03f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(4.166655421e-02f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.666657667e-01f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(0.5f));
    p = _mm256_fmadd_ps(p, _mm256_mul_ps(r, r), r);
    p = _mm256_add_ps(p, _mm256_set1_ps(1.0f));
    const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23);
    return _mm256_and_ps(_mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), exponent)), kept);
}

/// tanh(x) with a relative error below 4e-7.
static inline __m256 tanh8(__m256 x)
{
    const __m256 signBit = _mm256_set1_ps(-0.0f);
    const __m256 magnitude = _mm256_andnot_ps(signBit, x);
    // Near zero 1 - 2 / (e^2x + 1) cancels: there tanh x = x + x^3 Q(x^2), Q interpolated at the Chebyshev nodes, error 6e-10.
    const __m256 z = _mm256_mul_ps(x, x);
    __m256 q = _mm256_set1_ps(2.292744816e-03f);
    q = _mm256_fmadd_ps(q, z, _mm256_set1_ps(-8.343945516e-03f));
    q = _mm256_fmadd_ps(q, z, _mm256_set1_ps(2.176891865e-02f));
    q = _mm256_fmadd_ps(q, z, _mm256_set1_ps(-5.395925958e-02f));
    q = _mm256_fmadd_ps(q, z, _mm256_set1_ps(1.333330356e-01f));
    q = _mm256_fmadd_ps(q, z, _mm256_set1_ps(-3.333333317e-01f));
    const __m256 small = _mm256_fmadd_ps(_mm256_mul_ps(q, z), x, x);
    const __m256 one = _mm256_set1_ps(1.0f);
    const __m256 e = exp8(_mm256_add_ps(magnitude, magnitude));
    const __m256 large = _mm256_sub_ps(one, _mm256_div_ps(_mm256_set1_ps(2.0f), _mm256_add_ps(e, one)));
    const __m256 signedLarge = _mm256_or_ps(large, _mm256_and_ps(signBit, x));
    return _mm256_blendv_ps(signedLarge, small, _mm256_cmp_ps(magnitude, _mm256_set1_ps(0.625f), _CMP_LT_OQ));
}

/// Adds the lanes, always in the same order.
static inline float sum8(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
}

static inline float max8(__m256 v)
{
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
}

/// rows[i][j] becomes rows[j][i].
static inline void transpose8(__m256 (&rows)[8])
{
    __m256 pairs[8], fours[8];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        pairs[2 * i] = _mm256_unpacklo_ps(rows[2 * i], rows[2 * i + 1]);
        pairs[2 * i + 1] = _mm256_unpackhi_ps(rows[2 * i], rows[2 * i + 1]);
    }
#pragma GCC unroll 2
    for (int i = 0; i < 8; i += 4) {
        fours[i] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0x44);
        fours[i + 1] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0xee);
        fours[i + 2] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0x44);
        fours[i + 3] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0xee);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        rows[i] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x20);
        rows[i + 4] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x31);
    }
}

/// A mask for _mm256_maskload_ps and _mm256_maskstore_ps that keeps the first `count` lanes; 8 and more keep all.
static inline __m256i firstLanes(std::int64_t count)
{
    const int kept = count < 8 ? int(count) : 8;
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(kept), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

} // namespace cutaway::kernels::avx2
