#pragma once
#include "kernels/cpu/layout/legacy_tile.h"

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

/// Vector pieces that the legacy kernels share. Every function is static: only AVX2 files include this header.
namespace cutaway::kernels::avx2 {


/// Four bytes to every lane. Written as asm since the compiler otherwise gathers broadcasts into loads and shuffles.
[[gnu::always_inline]] static inline __m256i broadcast4(const void* at) noexcept
{
    __m256i lanes;
    asm("vpbroadcastd %1, %0" : "=x"(lanes) : "m"(*static_cast<const std::int32_t*>(at)));
    return lanes;
}

/// Holds the compiler to the written order of integer sums: gcc 12 would keep every product alive to add them in a tree, and spill.
[[gnu::always_inline]] static inline void fence(__m256i& value) noexcept { asm("" : "+x"(value)); }

[[gnu::always_inline]] static inline __m256i loadBytes(const std::byte* at) noexcept
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
[[gnu::always_inline]] static inline __m256 loadHalves(const std::byte* at) noexcept
{
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
}

/// How far ahead of their use weights are fetched: best of 0.5 to 12 KB on Zen 4 (tests/bench/kernel_bench).
inline constexpr int kPrefetchBytes = 8192;
[[gnu::always_inline]] static inline void prefetch(const std::byte* at, int bytes) noexcept
{
    for (int line = 0; line < bytes; line += 64)
        _mm_prefetch(reinterpret_cast<const char*>(at) + line, _MM_HINT_T0);
}

/// The fifth bits of the values k = 4t .. 4t + 3, in place.
template <int t>
[[gnu::always_inline]] static inline __m256i fifthBits(__m256i plane) noexcept
{
    const __m256i bit = _mm256_set1_epi8(16);
    if constexpr (t < 4)
        return _mm256_and_si256(_mm256_slli_epi16(plane, 4 - t), bit);
    else
        return _mm256_and_si256(_mm256_srli_epi16(plane, t - 4), bit);
}

/// Values k = 4j .. 4j + 3 and 16 + 4j .. 16 + 4j + 3 of 8 rows, unsigned.
struct Nibbles {
    __m256i low;
    __m256i high;
};
template <class Tile, int j>
[[gnu::always_inline]] static inline Nibbles loadNibbles(const std::byte* tile, __m256i plane) noexcept
{
    const __m256i mask = _mm256_set1_epi8(15);
    const __m256i pairs = loadBytes(tile + Tile::kQuantsAt + 32 * j);
    Nibbles n { _mm256_and_si256(pairs, mask), _mm256_and_si256(_mm256_srli_epi16(pairs, 4), mask) };
    if constexpr (Tile::kBits == 5) {
        n.low = _mm256_or_si256(n.low, fifthBits<j>(plane));
        n.high = _mm256_or_si256(n.high, fifthBits<j + 4>(plane));
    }
    return n;
}
template <class Tile>
[[gnu::always_inline]] static inline __m256i loadPlane(const std::byte* tile) noexcept
{
    if constexpr (Tile::kBits == 5)
        return loadBytes(tile + Tile::kPlaneAt);
    else
        return _mm256_setzero_si256();
}

/// Products of signed weights and activations, summed by fours: |w| times x with the sign of w.
[[gnu::always_inline]] static inline __m256i signedProducts(__m256i w, __m256i magnitude, __m256i x) noexcept
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(magnitude, _mm256_sign_epi8(x, w)), _mm256_set1_epi16(1));
}

/// sum + d * (xd * dot - zero * xsum) + m * xsum: what one tile adds to 8 rows of one token.
/// @param d, m  of the 8 rows
/// @param xd, xsum  of the token's block, in every lane
template <class Tile>
[[gnu::always_inline]] static inline __m256 addBlock(__m256 sum, __m256i dot, __m256 d, __m256 m, __m256 xd, __m256 xsum) noexcept
{
    const __m256 products = _mm256_cvtepi32_ps(dot);
    if constexpr (Tile::kZero != 0) {
        const __m256 zero = _mm256_set1_ps(-float(Tile::kZero));
        return _mm256_fmadd_ps(d, _mm256_fmadd_ps(products, xd, _mm256_mul_ps(zero, xsum)), sum);
    } else {
        const __m256 scaled = _mm256_fmadd_ps(d, _mm256_mul_ps(products, xd), sum);
        if constexpr (Tile::kHasMin)
            return _mm256_fmadd_ps(m, xsum, scaled);
        else
            return scaled;
    }
}

/// Lanes below `count` are set.
[[gnu::always_inline]] static inline __m256i firstLanes(std::int64_t count) noexcept
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(int(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
[[gnu::always_inline]] static inline void storeRows(float* y, __m256 values, std::int64_t rows) noexcept
{
    if (rows >= 8)
        _mm256_storeu_ps(y, values);
    else
        _mm256_maskstore_ps(y, firstLanes(rows), values);
}
[[gnu::always_inline]] static inline __m256 loadRows(const float* y, std::int64_t rows) noexcept
{
    return rows >= 8 ? _mm256_loadu_ps(y) : _mm256_maskload_ps(y, firstLanes(rows));
}

} // namespace cutaway::kernels::avx2
