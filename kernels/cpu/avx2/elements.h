#pragma once
#include "kernels/cpu/avx2/vector_math.h"

/// How plain element types are read and written eight at a time; template arguments of the kernels of this folder.
namespace cutaway::kernels::avx2 {

struct F32Elements {
    using Type = float;
    [[gnu::always_inline]] static inline __m256 load8(const float* p) { return _mm256_loadu_ps(p); }
    [[gnu::always_inline]] static inline void store8(float* p, __m256 v) { _mm256_storeu_ps(p, v); }
    /// The first `count` < 8 of them, zeros behind; reads no further.
    static inline __m256 loadFirst(const float* p, std::int64_t count) { return _mm256_maskload_ps(p, firstLanes(count)); }
};

/// The first `count` < 8 elements of 16 bits as a vector, zeros behind; reads no further.
static inline __m128i loadFirst16Bits(const std::uint16_t* p, std::int64_t count)
{
    alignas(16) std::uint16_t padded[8] {};
    for (std::int64_t i = 0; i < count; ++i)
        padded[i] = p[i];
    return _mm_load_si128(reinterpret_cast<const __m128i*>(padded));
}

struct F16Elements {
    using Type = std::uint16_t;
    [[gnu::always_inline]] static inline __m256 load8(const std::uint16_t* p)
    {
        return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    }
    [[gnu::always_inline]] static inline void store8(std::uint16_t* p, __m256 v)
    {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
    static inline __m256 loadFirst(const std::uint16_t* p, std::int64_t count) { return _mm256_cvtph_ps(loadFirst16Bits(p, count)); }
};

struct Bf16Elements {
    using Type = std::uint16_t;
    [[gnu::always_inline]] static inline __m256 load8(const std::uint16_t* p)
    {
        return widen(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    }
    static inline __m256 loadFirst(const std::uint16_t* p, std::int64_t count) { return widen(loadFirst16Bits(p, count)); }

private:
    [[gnu::always_inline]] static inline __m256 widen(__m128i bits)
    {
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
    }
};

} // namespace cutaway::kernels::avx2
