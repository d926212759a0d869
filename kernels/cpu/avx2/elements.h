#pragma once
#include <cstdint>
#include <immintrin.h>

/// How plain element types are read and written eight at a time; template arguments of the kernels of this folder.
namespace cutaway::kernels::avx2 {

struct F32Elements {
    using Type = float;
    [[gnu::always_inline]] static inline __m256 load8(const float* p) { return _mm256_loadu_ps(p); }
    [[gnu::always_inline]] static inline void store8(float* p, __m256 v) { _mm256_storeu_ps(p, v); }
};

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
};

struct Bf16Elements {
    using Type = std::uint16_t;
    [[gnu::always_inline]] static inline __m256 load8(const std::uint16_t* p)
    {
        const __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
        return _mm256_castsi256_ps(_mm256_slli_epi32(wide, 16));
    }
};

} // namespace cutaway::kernels::avx2
