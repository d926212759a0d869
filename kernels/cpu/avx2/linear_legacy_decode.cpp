#include "kernels/cpu/avx2/linear_legacy.h"

#include "kernels/cpu/avx2/legacy_vectors.h"
#include "kernels/cpu/avx2/q8per32.h"

namespace cutaway::kernels::avx2 {
namespace {

/// Integer dot products of 8 rows with one block. Sums of 16-bit lanes hold 8 products of 4-bit and 4 of 5-bit weights.
template <class Tile>
[[gnu::always_inline]] static inline __m256i dotNibbles(const std::byte* tile, const std::int8_t* x) noexcept
{
    const __m256i one = _mm256_set1_epi16(1);
    const __m256i plane = loadPlane<Tile>(tile);
    __m256i low;
    __m256i high;
    const auto step = [&]<int j>() __attribute__((always_inline)) {
        const Nibbles w = loadNibbles<Tile, j>(tile, plane);
        const __m256i lowProducts = _mm256_maddubs_epi16(w.low, broadcast4(x + 4 * j));
        const __m256i highProducts = _mm256_maddubs_epi16(w.high, broadcast4(x + 16 + 4 * j));
        low = j == 0 ? lowProducts : _mm256_add_epi16(low, lowProducts);
        high = j == 0 ? highProducts : _mm256_add_epi16(high, highProducts);
    };
    step.template operator()<0>();
    step.template operator()<1>();
    step.template operator()<2>();
    step.template operator()<3>();
    if constexpr (Tile::kBits == 4)
        return _mm256_madd_epi16(_mm256_add_epi16(low, high), one);
    else
        return _mm256_add_epi32(_mm256_madd_epi16(low, one), _mm256_madd_epi16(high, one));
}

template <class Tile>
[[gnu::always_inline]] static inline __m256i dotBytes(const std::byte* tile, const std::int8_t* x) noexcept
{
    __m256i sum[2];
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) {
        const __m256i w = loadBytes(tile + Tile::kQuantsAt + 32 * j);
        const __m256i products = signedProducts(w, _mm256_abs_epi8(w), broadcast4(x + 4 * j));
        sum[j % 2] = j < 2 ? products : _mm256_add_epi32(sum[j % 2], products);
    }
    return _mm256_add_epi32(sum[0], sum[1]);
}

template <class Tile>
[[gnu::always_inline]] static inline __m256 addTile(__m256 sum, const std::byte* tile, const ActBlock& x) noexcept
{
    prefetch(tile + kPrefetchBytes, Tile::kBytes);
    __m256i dot;
    if constexpr (Tile::kBits == 8)
        dot = dotBytes<Tile>(tile, x.q);
    else
        dot = dotNibbles<Tile>(tile, x.q);
    const __m256 d = loadHalves(tile);
    const __m256 m = Tile::kHasMin ? loadHalves(tile + Tile::kMinAt) : _mm256_setzero_ps();
    return addBlock<Tile>(sum, dot, d, m, _mm256_broadcast_ss(&x.d), _mm256_broadcast_ss(&x.sum));
}

} // namespace

template <class Tile>
void decodeRows(const cpu::LinearArgs& args) noexcept
{
    const std::int64_t nBlocks = args.k / cpu::kLegacyBlock;
    const auto* const x = reinterpret_cast<const ActBlock*>(args.acts);
    const std::byte* tile = args.weights + args.rowBegin / cpu::kRowTile * nBlocks * Tile::kBytes;
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += cpu::kRowTile) {
        __m256 sum = _mm256_setzero_ps();
        for (std::int64_t b = 0; b < nBlocks; ++b, tile += Tile::kBytes)
            sum = addTile<Tile>(sum, tile, x[b]);
        storeRows(args.y + row, sum, args.rowEnd - row);
    }
}

template void decodeRows<cpu::TileQ4_0>(const cpu::LinearArgs&) noexcept;
template void decodeRows<cpu::TileQ4_1>(const cpu::LinearArgs&) noexcept;
template void decodeRows<cpu::TileQ5_0>(const cpu::LinearArgs&) noexcept;
template void decodeRows<cpu::TileQ5_1>(const cpu::LinearArgs&) noexcept;
template void decodeRows<cpu::TileQ8_0>(const cpu::LinearArgs&) noexcept;

} // namespace cutaway::kernels::avx2
