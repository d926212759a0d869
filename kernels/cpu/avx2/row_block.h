#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

/// A super-block of one row, taken apart for linear_rows.cpp. Every function is static: only AVX2 files include this header.
namespace cutaway::kernels::avx2 {

/// Element i is d * scale(i / 16) * q[i].
struct RowBlock {
    alignas(64) std::int8_t q[256]; ///< within +-127
    std::int16_t scales[16];        ///< of 16 elements each: those of even groups, then those of odd ones
    float d;
    float unused[7];
};
static_assert(sizeof(RowBlock) == 320);

/// Takes the blocks of a row apart.
using RowDecoder = void (*)(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;

void decodeIQ1S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ1M(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ2XXS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ2XS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ2S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ3XXS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ3S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeIQ4XS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeTQ10(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;
void decodeTQ20(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept;

template <typename T> [[gnu::always_inline]] static inline T fieldAt(const std::byte* at) noexcept
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
[[gnu::always_inline]] static inline float halfAt(const std::byte* at) noexcept { return _cvtsh_ss(fieldAt<std::uint16_t>(at)); }
[[gnu::always_inline]] static inline __m128i load16(const std::byte* at) noexcept
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}
[[gnu::always_inline]] static inline __m256i load32(const std::byte* at) noexcept
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
[[gnu::always_inline]] static inline void store32(std::int8_t* at, __m256i v) noexcept
{
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), v);
}

/// 0xFF in byte i where bit i is set.
[[gnu::always_inline]] static inline __m256i bytesOfBits(std::uint32_t bits) noexcept
{
    const __m256i place = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i bit = _mm256_set1_epi64x(std::int64_t(0x8040201008040201));
    const __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32(std::int32_t(bits)), place);
    return _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit);
}

/// The levels of 16 nibble pairs: those of the low nibbles first.
[[gnu::always_inline]] static inline __m256i levelsOfNibbles(__m128i pairs, __m256i levels) noexcept
{
    const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(pairs), _mm_srli_epi16(pairs, 4), 1);
    return _mm256_shuffle_epi8(levels, _mm256_and_si256(both, _mm256_set1_epi8(15)));
}
/// 16 levels, ready for levelsOfNibbles.
[[gnu::always_inline]] static inline __m256i loadLevels(const std::int8_t (&levels)[16]) noexcept
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(levels)));
}

} // namespace cutaway::kernels::avx2
