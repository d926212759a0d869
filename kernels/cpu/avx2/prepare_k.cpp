#include "kernels/cpu/avx2/k_acts.h"
#include "kernels/cpu/avx2/linear_families.h"

#include <bit>
#include <cstring>
#include <immintrin.h>

namespace cutaway::kernels::avx2 {
namespace {

constexpr int kBlock = 256;
/// Below this the reciprocal of a scale leaves the normal floats: such blocks count as zero.
constexpr float kSmallestMaximum = 127 * 0x1p-126f;
constexpr float kLargestFinite = 0x1.fffffep127f;

/// Largest magnitude of a block. Compared as integers, so that a NaN is the largest of all.
float largestMagnitude(const float* x)
{
    const __m256i magnitude = _mm256_set1_epi32(0x7fffffff);
    __m256i largest = _mm256_setzero_si256();
    for (int i = 0; i < kBlock; i += 8)
        largest = _mm256_max_epi32(largest, _mm256_and_si256(_mm256_castps_si256(_mm256_loadu_ps(x + i)), magnitude));
    __m128i four = _mm_max_epi32(_mm256_castsi256_si128(largest), _mm256_extracti128_si256(largest, 1));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    return _mm_cvtss_f32(_mm_castsi128_ps(four));
}

/// Rounds 32 activations to the nearest integers, ties to even.
__m256i quantise32(const float* x, __m256 inverse)
{
    __m256i q[4];
    for (int i = 0; i < 4; ++i)
        q[i] = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x + 8 * i), inverse));
    const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(q[0], q[1]), _mm256_packs_epi32(q[2], q[3]));
    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/// Sums of each half of 32 quants.
void sumHalves(__m256i q, std::int32_t& low, std::int32_t& high)
{
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), q);
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    __m128i two = _mm_hadd_epi32(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
    two = _mm_hadd_epi32(two, two);
    low = _mm_cvtsi128_si32(two);
    high = _mm_extract_epi32(two, 1);
}

/// Where the sum of group g stands.
int sumPlace(int g)
{
    constexpr int kPlaces[4] { 0, 2, 1, 3 };
    return g / 4 * 4 + kPlaces[g % 4];
}

void prepareBlock(const float* x, KActBlock& out)
{
    const float largest = largestMagnitude(x);
    // Written so that a NaN goes this way too.
    if (!(largest >= kSmallestMaximum && largest <= kLargestFinite)) {
        std::memset(&out, 0, sizeof out);
        if (!(largest < kSmallestMaximum))
            out.d = largest;
        return;
    }
    out.d = largest / 127.0f;
    const __m256 inverse = _mm256_set1_ps(127.0f / largest);
    for (int j = 0; j < kBlock / 32; ++j) {
        const __m256i q = quantise32(x + 32 * j, inverse);
        _mm256_store_si256(reinterpret_cast<__m256i*>(out.q + 32 * j), q);
        std::int32_t low;
        std::int32_t high;
        sumHalves(q, low, high);
        out.sums16[sumPlace(2 * j)] = std::int16_t(low);
        out.sums16[sumPlace(2 * j + 1)] = std::int16_t(high);
        out.sums32[sumPlace(j)] = std::int16_t(low + high);
    }
}

} // namespace

std::size_t q8per256Bytes(std::int64_t k, std::int32_t nTokens) noexcept
{
    return std::size_t(k / kBlock) * std::size_t(nTokens) * sizeof(KActBlock);
}

void prepareQ8per256(const cpu::ActArgs& args) noexcept
{
    const std::int64_t blocks = args.k / kBlock;
    auto* out = reinterpret_cast<KActBlock*>(args.out);
    for (std::int32_t t = args.tokenBegin; t < args.tokenEnd; ++t) {
        for (std::int64_t b = args.kBegin / kBlock; b < args.kEnd / kBlock; ++b)
            prepareBlock(args.x + t * args.ldX + b * kBlock, out[t * blocks + b]);
    }
}

} // namespace cutaway::kernels::avx2
