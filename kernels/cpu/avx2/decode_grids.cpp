#include "kernels/cpu/avx2/row_block.h"

#include "kernels/types/grids.h"

namespace cutaway::kernels::avx2 {
namespace {

constexpr int kParts = 8; ///< of 32 elements

/// Four times 7 bits of signs as 8 bits each: an even number of them is set.
inline std::uint32_t evenSigns4(std::uint32_t codes)
{
    const std::uint32_t sevens = _pdep_u32(codes, 0x7f7f7f7f);
    std::uint32_t parity = sevens ^ sevens >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    return sevens | (parity & 0x01010101) << 7;
}

/// Puts down 32 magnitudes, minus where a bit is set.
inline void storeSigned(std::int8_t* q, __m256i magnitudes, std::uint32_t signs)
{
    const __m256i minus = bytesOfBits(signs);
    store32(q, _mm256_sub_epi8(_mm256_xor_si256(magnitudes, minus), minus));
}

inline __m256i join(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)
{
    return _mm256_setr_epi64x(std::int64_t(a), std::int64_t(b), std::int64_t(c), std::int64_t(d));
}
inline std::uint64_t join(std::uint32_t low, std::uint32_t high) { return low | std::uint64_t(high) << 32; }

/// Scales mean odd multiples.
inline std::int16_t odd(unsigned code) { return std::int16_t(2 * code + 1); }

/// 8 bytes of two 4-bit scales each: the low nibbles belong to even groups of 16.
inline void storeNibbleScales(const std::byte* scales, RowBlock& out)
{
    const __m128i pairs = _mm_cvtepu8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(scales)));
    const __m128i low = _mm_and_si128(pairs, _mm_set1_epi16(15));
    const __m128i high = _mm_srli_epi16(pairs, 4);
    const __m256i codes = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    const __m256i odds = _mm256_add_epi16(_mm256_add_epi16(codes, codes), _mm256_set1_epi16(1));
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.scales), odds);
}

/// Signed grid values, moved by an eighth up (+1) or down (-1): in eighths.
inline void storeMoved(std::int8_t* q, __m256i grid, __m256i moves)
{
    const __m256i eights = _mm256_and_si256(_mm256_slli_epi16(grid, 3), _mm256_set1_epi8(char(0xf8)));
    store32(q, _mm256_add_epi8(eights, moves));
}

} // namespace

void decodeIQ2XXS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid8<256> grid = gridIQ2XXS();
    for (std::int64_t b = 0; b < blocks; ++b, row += 66) {
        for (int part = 0; part < kParts; ++part) {
            const auto i = fieldAt<std::uint32_t>(row + 2 + 8 * part);
            const auto word = fieldAt<std::uint32_t>(row + 6 + 8 * part);
            storeSigned(
                out[b].q + 32 * part, join(grid[i & 255], grid[i >> 8 & 255], grid[i >> 16 & 255], grid[i >> 24]), evenSigns4(word));
            out[b].scales[part] = out[b].scales[part + 8] = odd(word >> 28);
        }
        out[b].d = halfAt(row) / 8;
    }
}

void decodeIQ2XS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid8<512> grid = gridIQ2XS();
    for (std::int64_t b = 0; b < blocks; ++b, row += 74) {
        for (int part = 0; part < kParts; ++part) {
            const auto words = fieldAt<std::uint64_t>(row + 2 + 8 * part);
            const auto codes = std::uint32_t(_pext_u64(words, 0xfe00fe00fe00fe00));
            storeSigned(out[b].q + 32 * part,
                join(grid[words & 511], grid[words >> 16 & 511], grid[words >> 32 & 511], grid[words >> 48 & 511]), evenSigns4(codes));
        }
        storeNibbleScales(row + 66, out[b]);
        out[b].d = halfAt(row) / 8;
    }
}

void decodeIQ2S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid8<1024> grid = gridIQ2S();
    for (std::int64_t b = 0; b < blocks; ++b, row += 82) {
        for (int part = 0; part < kParts; ++part) {
            const auto i = fieldAt<std::uint32_t>(row + 2 + 4 * part);
            const auto upper = unsigned(row[66 + part]);
            const __m256i magnitudes = join(grid[(i & 255) | (upper << 8 & 0x300)], grid[(i >> 8 & 255) | (upper << 6 & 0x300)],
                grid[(i >> 16 & 255) | (upper << 4 & 0x300)], grid[i >> 24 | (upper << 2 & 0x300)]);
            storeSigned(out[b].q + 32 * part, magnitudes, fieldAt<std::uint32_t>(row + 34 + 4 * part));
        }
        storeNibbleScales(row + 74, out[b]);
        out[b].d = halfAt(row) / 8;
    }
}

void decodeIQ3XXS(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid4<256> grid = gridIQ3XXS();
    for (std::int64_t b = 0; b < blocks; ++b, row += 98) {
        for (int part = 0; part < kParts; ++part) {
            const auto word = fieldAt<std::uint32_t>(row + 66 + 4 * part);
            const auto i = fieldAt<std::uint64_t>(row + 2 + 8 * part);
            const auto pair = [&](int at) { return join(grid[i >> at & 255], grid[i >> (at + 8) & 255]); };
            storeSigned(out[b].q + 32 * part, join(pair(0), pair(16), pair(32), pair(48)), evenSigns4(word));
            out[b].scales[part] = out[b].scales[part + 8] = odd(word >> 28);
        }
        out[b].d = halfAt(row) / 4;
    }
}

void decodeIQ3S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid4<512> grid = gridIQ3S();
    for (std::int64_t b = 0; b < blocks; ++b, row += 110) {
        for (int part = 0; part < kParts; ++part) {
            const auto ninths = unsigned(row[66 + part]);
            const auto i = fieldAt<std::uint64_t>(row + 2 + 8 * part);
            const auto entry = [&](int n) { return grid[(i >> (8 * n) & 255) | (ninths >> n & 1) << 8]; };
            const auto pair = [&](int n) { return join(entry(n), entry(n + 1)); };
            storeSigned(out[b].q + 32 * part, join(pair(0), pair(2), pair(4), pair(6)), fieldAt<std::uint32_t>(row + 74 + 4 * part));
            out[b].scales[part] = out[b].scales[part + 8] = odd(unsigned(row[106 + part / 2]) >> (4 * (part % 2)) & 15);
        }
        out[b].d = halfAt(row);
    }
}

void decodeIQ1S(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid8<2048> grid = gridIQ1();
    for (std::int64_t b = 0; b < blocks; ++b, row += 50) {
        for (int part = 0; part < kParts; ++part) {
            const unsigned word = fieldAt<std::uint16_t>(row + 34 + 2 * part);
            const auto i = fieldAt<std::uint32_t>(row + 2 + 4 * part);
            const __m256i values = join(grid[(i & 255) | (word << 8 & 0x700)], grid[(i >> 8 & 255) | (word << 5 & 0x700)],
                grid[(i >> 16 & 255) | (word << 2 & 0x700)], grid[i >> 24 | (word >> 1 & 0x700)]);
            storeMoved(out[b].q + 32 * part, values, _mm256_set1_epi8((word & 0x8000) != 0 ? -1 : 1));
            out[b].scales[part] = out[b].scales[part + 8] = odd(word >> 12 & 7);
        }
        out[b].d = halfAt(row) / 8;
    }
}

void decodeIQ1M(const std::byte* row, std::int64_t blocks, RowBlock* out) noexcept
{
    Grid8<2048> grid = gridIQ1();
    const auto move = [](unsigned nibble) { return (nibble & 8) != 0 ? ~std::uint64_t(0) : std::uint64_t(0x0101010101010101); };
    for (std::int64_t b = 0; b < blocks; ++b, row += 56) {
        for (int part = 0; part < kParts; ++part) {
            const unsigned nibbles = fieldAt<std::uint16_t>(row + 32 + 2 * part);
            const auto i = fieldAt<std::uint32_t>(row + 4 * part);
            const __m256i values = join(grid[(i & 255) | (nibbles << 8 & 0x700)], grid[(i >> 8 & 255) | (nibbles << 4 & 0x700)],
                grid[(i >> 16 & 255) | (nibbles & 0x700)], grid[i >> 24 | (nibbles >> 4 & 0x700)]);
            storeMoved(out[b].q + 32 * part, values, join(move(nibbles), move(nibbles >> 4), move(nibbles >> 8), move(nibbles >> 12)));
        }
        unsigned half = 0;
        for (int quarter = 0; quarter < 4; ++quarter) {
            const unsigned word = fieldAt<std::uint16_t>(row + 48 + 2 * quarter);
            for (int g = 0; g < 4; ++g)
                out[b].scales[8 * (g % 2) + 2 * quarter + g / 2] = odd(word >> (3 * g) & 7);
            half |= (word >> 12) << (4 * quarter);
        }
        out[b].d = _cvtsh_ss(std::uint16_t(half)) / 8;
    }
}

} // namespace cutaway::kernels::avx2
