#pragma once
#include <cstddef>
#include <immintrin.h>

/// Private to kernels/cpu/avx2: decodes the sub-scales of packed K tiles. Lane r of every vector belongs to row r of the tile. Everything
/// has internal linkage, so that no other object shares it.
namespace cutaway::kernels::avx2 {
namespace {

/// Scales of one tile.
template <int groups>
struct KScales {
    __m256i scale[groups];   ///< i16, the scale of group g twice in each lane
    __m256i min[groups / 2]; ///< i16 pairs, in the order of KActBlock's sums; the scales again where a type has an offset instead of mins
    __m256 d;
    __m256 dmin;
};

inline __m256i loadVector(const std::byte* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }
inline __m256 loadHalves(const std::byte* at) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))); }

/// Left by `bits` in lanes of 16, right when negative; callers mask what crosses a byte.
template <int bits>
inline __m256i shifted(__m256i v)
{
    if constexpr (bits > 0)
        return _mm256_slli_epi16(v, bits);
    else if constexpr (bits < 0)
        return _mm256_srli_epi16(v, -bits);
    else
        return v;
}

/// The bits of `mask` after a shift.
template <int bits, int mask>
inline __m256i bitsOf(__m256i v)
{
    return _mm256_and_si256(shifted<bits>(v), _mm256_set1_epi8(mask));
}

/// Vectors of one group each from four groups a lane (unsigned bytes).
inline void spreadScales(__m256i four, __m256i* scale)
{
    for (int g = 0; g < 4; ++g) {
        const __m256i first = _mm256_setr_epi32(0, 4, 8, 12, 0, 4, 8, 12);
        const __m256i pick = _mm256_add_epi32(_mm256_or_si256(first, _mm256_slli_epi32(first, 16)), _mm256_set1_epi32(g * 0x00010001));
        scale[g] = _mm256_shuffle_epi8(four, _mm256_or_si256(pick, _mm256_set1_epi32(int(0x80008000u))));
    }
}

/// The same for signed bytes.
inline void spreadSignedScales(__m256i four, __m256i* scale)
{
    for (int g = 0; g < 4; ++g) {
        const __m256i first = _mm256_setr_epi32(0, 4, 8, 12, 0, 4, 8, 12);
        const __m256i pick = _mm256_add_epi32(_mm256_or_si256(first, _mm256_slli_epi32(first, 16)), _mm256_set1_epi32(g * 0x00010001));
        scale[g] = _mm256_srai_epi16(_mm256_shuffle_epi8(four, _mm256_or_si256(_mm256_slli_epi16(pick, 8), _mm256_set1_epi16(0x80))), 8);
    }
}

inline void pairMins(__m256i four, __m256i* min)
{
    min[0] = _mm256_and_si256(four, _mm256_set1_epi16(0xff));
    min[1] = _mm256_srli_epi16(four, 8);
}

inline void pairSignedScales(__m256i four, __m256i* min)
{
    min[0] = _mm256_srai_epi16(_mm256_slli_epi16(four, 8), 8);
    min[1] = _mm256_srai_epi16(four, 8);
}

/// The 6-bit scales and mins of Q4_K and Q5_K, which the file keeps in three words.
inline void decodeScaleMins(const std::byte* words, KScales<8>& out)
{
    const __m256i a = loadVector(words);
    const __m256i b = loadVector(words + 32);
    const __m256i c = loadVector(words + 64);
    spreadScales(bitsOf<0, 0x3f>(a), out.scale);
    spreadScales(_mm256_or_si256(bitsOf<0, 0x0f>(c), bitsOf<-2, 0x30>(a)), out.scale + 4);
    pairMins(bitsOf<0, 0x3f>(b), out.min);
    pairMins(_mm256_or_si256(bitsOf<-4, 0x0f>(c), bitsOf<-2, 0x30>(b)), out.min + 2);
}

} // namespace
} // namespace cutaway::kernels::avx2
