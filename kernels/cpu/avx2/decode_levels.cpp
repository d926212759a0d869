#include "kernels/cpu/avx2/row_block.h"

#include "kernels/types/levels.h"

namespace cutaway::kernels::avx2 {
namespace {

void setOneScale(RowBlock& out) { _mm256_store_si256(reinterpret_cast<__m256i*>(out.scales), _mm256_set1_epi16(1)); }

/// The next digit of each byte less one: a byte is a fraction of 256, and its digit the thirds that it reaches.
inline __m256i digits(__m256i fractions)
{
    const auto reaches = [fractions](
                             int limit) { return _mm256_cmpeq_epi8(_mm256_max_epu8(fractions, _mm256_set1_epi8(char(limit))), fractions); };
    return _mm256_sub_epi8(_mm256_sub_epi8(_mm256_set1_epi8(-1), reaches(86)), reaches(171));
}
inline __m256i timesThree(__m256i bytes) { return _mm256_add_epi8(_mm256_add_epi8(bytes, bytes), bytes); }

void decodeBlock(const std::byte* block, RowBlock& out)
{
    __m256i first = load32(block);
    __m256i second = _mm256_castsi128_si256(load16(block + 32));
    __m256i last = _mm256_set1_epi32(fieldAt<std::int32_t>(block + 48));
    for (int k = 0; k < 5; ++k) {
        store32(out.q + 32 * k, digits(first));
        _mm_store_si128(reinterpret_cast<__m128i*>(out.q + 160 + 16 * k), _mm256_castsi256_si128(digits(second)));
        if (k < 4) {
            const std::int32_t four = _mm256_cvtsi256_si32(digits(last));
            std::memcpy(out.q + 240 + 4 * k, &four, sizeof four);
        }
        first = timesThree(first);
        second = timesThree(second);
        last = timesThree(last);
    }
    setOneScale(out);
    out.d = halfAt(block + 52);
}

} // namespace

void decodeTQ10(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    for (std::int64_t b = 0; b < blocks; ++b)
        decodeBlock(row + 54 * b, out[b]);
}

void decodeTQ20(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    const __m256i three = _mm256_set1_epi8(3);
    const __m256i one = _mm256_set1_epi8(1);
    for (std::int64_t b = 0; b < blocks; ++b, row += 66) {
        for (int half = 0; half < 2; ++half) {
            const __m256i bytes = load32(row + 32 * half);
            std::int8_t* q = out[b].q + 128 * half;
            store32(q, _mm256_sub_epi8(_mm256_and_si256(bytes, three), one));
            store32(q + 32, _mm256_sub_epi8(_mm256_and_si256(_mm256_srli_epi16(bytes, 2), three), one));
            store32(q + 64, _mm256_sub_epi8(_mm256_and_si256(_mm256_srli_epi16(bytes, 4), three), one));
            store32(q + 96, _mm256_sub_epi8(_mm256_and_si256(_mm256_srli_epi16(bytes, 6), three), one));
        }
        setOneScale(out[b]);
        out[b].d = halfAt(row + 64);
    }
}

void decodeIQ4XS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    const __m256i levels = loadLevels(kUnevenLevels);
    for (std::int64_t b = 0; b < blocks; ++b, row += 136) {
        const unsigned upper = fieldAt<std::uint16_t>(row + 2);
        const unsigned lower = fieldAt<std::uint32_t>(row + 4);
        for (int g = 0; g < 8; ++g) {
            const unsigned code = (lower >> (4 * g) & 15) | (upper >> (2 * g) & 3) << 4;
            out[b].scales[g] = out[b].scales[g + 8] = std::int16_t(int(code) - 32);
            store32(out[b].q + 32 * g, levelsOfNibbles(load16(row + 8 + 16 * g), levels));
        }
        out[b].d = halfAt(row);
    }
}

} // namespace cutaway::kernels::avx2
