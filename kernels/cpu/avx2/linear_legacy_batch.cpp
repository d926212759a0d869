#include "kernels/cpu/avx2/linear_legacy.h"

#include "kernels/cpu/avx2/legacy_vectors.h"
#include "kernels/cpu/avx2/q8per32.h"

namespace cutaway::kernels::avx2 {
namespace {

/// Adds the products of one vector of weights (one step of 4 k) to the 16-bit sums of nTokens tokens.
template <int nTokens>
[[gnu::always_inline]] static inline void addProducts(__m256i (&sum)[nTokens], __m256i w, const std::int8_t (&x)[kActTokens][4], bool first) noexcept
{
#pragma GCC unroll 4
    for (int t = 0; t < nTokens; ++t) {
        const __m256i products = _mm256_maddubs_epi16(w, broadcast4(x[t]));
        sum[t] = first ? products : _mm256_add_epi16(sum[t], products);
        fence(sum[t]);
    }
}

/// Integer dot products of 8 rows with the blocks of nTokens tokens.
template <class Tile, int nTokens>
[[gnu::always_inline]] static inline void dotNibbles(const std::byte* tile, const ActTile& x, __m256i (&dot)[nTokens]) noexcept
{
    const __m256i one = _mm256_set1_epi16(1);
    const __m256i plane = loadPlane<Tile>(tile);
    __m256i sum[nTokens];
    // A 16-bit lane holds 8 products of 4-bit and 4 of 5-bit weights.
    const auto step = [&]<int j>() __attribute__((always_inline)) {
        constexpr bool kFresh = j == 0 || (Tile::kBits == 5 && j == 2);
        const Nibbles w = loadNibbles<Tile, j>(tile, plane);
        addProducts<nTokens>(sum, w.low, x.q[j], kFresh);
        addProducts<nTokens>(sum, w.high, x.q[j + 4], false);
    };
    step.template operator()<0>();
    step.template operator()<1>();
    if constexpr (Tile::kBits == 5) {
#pragma GCC unroll 4
        for (int t = 0; t < nTokens; ++t)
            dot[t] = _mm256_madd_epi16(sum[t], one);
    }
    step.template operator()<2>();
    step.template operator()<3>();
#pragma GCC unroll 4
    for (int t = 0; t < nTokens; ++t) {
        const __m256i last = _mm256_madd_epi16(sum[t], one);
        dot[t] = Tile::kBits == 5 ? _mm256_add_epi32(dot[t], last) : last;
    }
}

template <class Tile, int nTokens>
[[gnu::always_inline]] static inline void dotBytes(const std::byte* tile, const ActTile& x, __m256i (&dot)[nTokens]) noexcept
{
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) {
        const __m256i w = loadBytes(tile + Tile::kQuantsAt + 32 * j);
        const __m256i magnitude = _mm256_abs_epi8(w);
#pragma GCC unroll 4
        for (int t = 0; t < nTokens; ++t) {
            const __m256i products = signedProducts(w, magnitude, broadcast4(x.q[j][t]));
            dot[t] = j == 0 ? products : _mm256_add_epi32(dot[t], products);
            fence(dot[t]);
        }
    }
}

/// Where the products of 8 rows and up to 4 tokens go.
struct Target {
    float* y;
    std::int64_t ldY;
    std::int64_t rows; ///< true rows, at least 1
};

/// 8 rows times nTokens tokens over all of k.
/// @param ahead  bytes between the weights in work and those to fetch; 0 when all are in the cache already
template <class Tile, int nTokens>
[[gnu::noinline]] void multiply(const std::byte* tile, const ActTile* x, std::int64_t nBlocks, std::int64_t ahead, const Target& target) noexcept
{
    __m256 sum[nTokens];
    for (__m256& s : sum)
        s = _mm256_setzero_ps();
    for (std::int64_t b = 0; b < nBlocks; ++b, tile += Tile::kBytes, ++x) {
        prefetch(tile + ahead, Tile::kBytes);
        __m256i dot[nTokens];
        if constexpr (Tile::kBits == 8)
            dotBytes<Tile, nTokens>(tile, *x, dot);
        else
            dotNibbles<Tile, nTokens>(tile, *x, dot);
        const __m256 d = loadHalves(tile);
        const __m256 m = Tile::kHasMin ? loadHalves(tile + Tile::kMinAt) : _mm256_setzero_ps();
#pragma GCC unroll 4
        for (int t = 0; t < nTokens; ++t)
            sum[t] = addBlock<Tile>(sum[t], dot[t], d, m, _mm256_broadcast_ss(&x->d[t]), _mm256_broadcast_ss(&x->sum[t]));
    }
    for (int t = 0; t < nTokens; ++t)
        storeRows(target.y + t * target.ldY, sum[t], target.rows);
}

using Multiply = void (*)(const std::byte*, const ActTile*, std::int64_t, std::int64_t, const Target&) noexcept;

} // namespace

template <class Tile>
void batchRows(const cpu::LinearArgs& args) noexcept
{
    static constexpr Multiply kByTokens[kActTokens] { multiply<Tile, 1>, multiply<Tile, 2>, multiply<Tile, 3>, multiply<Tile, 4> };
    const std::int64_t nBlocks = args.k / cpu::kLegacyBlock;
    const auto* const x = reinterpret_cast<const ActTile*>(args.acts);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += cpu::kRowTile) {
        const std::byte* const tile = args.weights + row / cpu::kRowTile * nBlocks * Tile::kBytes;
        for (std::int64_t token = 0; token < args.nTokens; token += kActTokens) {
            const std::int64_t count = args.nTokens - token < kActTokens ? args.nTokens - token : kActTokens;
            const Target target { args.y + token * args.ldY + row, args.ldY, args.rowEnd - row };
            kByTokens[count - 1](tile, x + token / kActTokens * nBlocks, nBlocks, token == 0 ? kPrefetchBytes : 0, target);
        }
    }
}

template void batchRows<cpu::TileQ4_0>(const cpu::LinearArgs&) noexcept;
template void batchRows<cpu::TileQ4_1>(const cpu::LinearArgs&) noexcept;
template void batchRows<cpu::TileQ5_0>(const cpu::LinearArgs&) noexcept;
template void batchRows<cpu::TileQ5_1>(const cpu::LinearArgs&) noexcept;
template void batchRows<cpu::TileQ8_0>(const cpu::LinearArgs&) noexcept;

} // namespace cutaway::kernels::avx2
