#include "kernels/cpu/avx2/linear_legacy.h"

#include "kernels/cpu/avx2/legacy_vectors.h"
#include "kernels/cpu/avx2/q8per32.h"

namespace cutaway::kernels::avx2 {
namespace {

/// A panel holds 2 x 8 rows x up to 1024 k, one byte a weight: about 20 KB, so that it and a tile of activations stay in a 32 KB L1.
constexpr int kGroups = 2;
constexpr std::int64_t kPanelBlocks = 32;
/// Activations of these many tokens x 1024 k take 320 KB of L2 while the panels pass by.
constexpr std::int64_t kTokensPerPass = 256;

struct PanelBlock {
    float d[kGroups][8];
    float m[kGroups][8];
    std::byte q[8][kGroups][32]; ///< unsigned 4- or 5-bit weights, or signed bytes; 4 k x 8 rows a vector
};

template <class Tile>
[[gnu::always_inline]] static inline void expandTile(const std::byte* tile, PanelBlock& out, int group) noexcept
{
    const auto store = [&out, group](int j, __m256i w) { _mm256_store_si256(reinterpret_cast<__m256i*>(out.q[j][group]), w); };
    _mm256_store_ps(out.d[group], loadHalves(tile));
    if constexpr (Tile::kHasMin)
        _mm256_store_ps(out.m[group], loadHalves(tile + Tile::kMinAt));
    if constexpr (Tile::kBits == 8) {
        for (int j = 0; j < 8; ++j)
            store(j, loadBytes(tile + Tile::kQuantsAt + 32 * j));
    } else {
        const __m256i plane = loadPlane<Tile>(tile);
        const auto step = [&]<int j>() __attribute__((always_inline)) {
            const Nibbles w = loadNibbles<Tile, j>(tile, plane);
            store(j, w.low);
            store(j + 4, w.high);
        };
        step.template operator()<0>();
        step.template operator()<1>();
        step.template operator()<2>();
        step.template operator()<3>();
    }
}

/// Unpacks the blocks [block, block + count) of up to two groups of 8 rows.
template <class Tile>
void expandPanel(const std::byte* group, std::int64_t nBlocks, std::int64_t block, std::int64_t count, int nGroups, PanelBlock* panel) noexcept
{
    for (int g = 0; g < nGroups; ++g) {
        const std::byte* tile = group + (g * nBlocks + block) * Tile::kBytes;
        for (std::int64_t b = 0; b < count; ++b, tile += Tile::kBytes) {
            prefetch(tile + kGroups * nBlocks * Tile::kBytes, Tile::kBytes); // the next panel
            expandTile<Tile>(tile, panel[b], g);
        }
    }
}

template <int nGroups>
using Dots = __m256i[nGroups][kActTokens];

/// Sums of the products of the steps [begin, end) of 4 k: 32-bit for signed bytes, else 16-bit, which hold 8 steps of 4-bit and 4 of 5-bit weights.
template <class Tile, int nGroups, int begin, int end>
[[gnu::always_inline]] static inline void sumSteps(const PanelBlock& w, const ActTile& x, Dots<nGroups>& sum) noexcept
{
#pragma GCC unroll 8
    for (int j = begin; j < end; ++j) {
        __m256i weights[nGroups];
        for (int g = 0; g < nGroups; ++g)
            weights[g] = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.q[j][g]));
#pragma GCC unroll 4
        for (int t = 0; t < kActTokens; ++t) {
            const __m256i activations = broadcast4(x.q[j][t]);
#pragma GCC unroll 2
            for (int g = 0; g < nGroups; ++g) {
                if constexpr (Tile::kBits == 8) {
                    const __m256i products = signedProducts(weights[g], _mm256_abs_epi8(weights[g]), activations);
                    sum[g][t] = j == begin ? products : _mm256_add_epi32(sum[g][t], products);
                } else {
                    const __m256i products = _mm256_maddubs_epi16(weights[g], activations);
                    sum[g][t] = j == begin ? products : _mm256_add_epi16(sum[g][t], products);
                }
                fence(sum[g][t]);
            }
        }
    }
}

template <int nGroups>
[[gnu::always_inline]] static inline void widen(Dots<nGroups>& sum) noexcept
{
#pragma GCC unroll 2
    for (int g = 0; g < nGroups; ++g) {
#pragma GCC unroll 4
        for (int t = 0; t < kActTokens; ++t)
            sum[g][t] = _mm256_madd_epi16(sum[g][t], _mm256_set1_epi16(1));
    }
}

/// Integer dot products of nGroups x 8 rows with the blocks of 4 tokens.
template <class Tile, int nGroups>
[[gnu::always_inline]] static inline void dotPanel(const PanelBlock& w, const ActTile& x, Dots<nGroups>& dot) noexcept
{
    if constexpr (Tile::kBits == 5) {
        Dots<nGroups> high;
        sumSteps<Tile, nGroups, 0, 4>(w, x, dot);
        widen<nGroups>(dot);
        sumSteps<Tile, nGroups, 4, 8>(w, x, high);
        widen<nGroups>(high);
#pragma GCC unroll 2
        for (int g = 0; g < nGroups; ++g) {
#pragma GCC unroll 4
            for (int t = 0; t < kActTokens; ++t)
                dot[g][t] = _mm256_add_epi32(dot[g][t], high[g][t]);
        }
    } else {
        sumSteps<Tile, nGroups, 0, 8>(w, x, dot);
        if constexpr (Tile::kBits == 4)
            widen<nGroups>(dot);
    }
}

/// What of y one product of a panel and a tile of activations touches.
struct Target {
    float* y;
    std::int64_t ldY;
    std::int64_t rows;   ///< true rows; may be less than the panel holds
    std::int64_t tokens; ///< true tokens, 1 to 4
    bool accumulate;     ///< go on from the sums of the earlier parts of k
};

template <class Tile, int nGroups>
[[gnu::noinline]] void multiply(const PanelBlock* w, const ActTile* x, std::int64_t nBlocks, const Target& target) noexcept
{
    // Only constant indices: else the compiler keeps a second copy of the sums in memory.
    __m256 sum[nGroups][kActTokens];
#pragma GCC unroll 2
    for (int g = 0; g < nGroups; ++g) {
#pragma GCC unroll 4
        for (int t = 0; t < kActTokens; ++t) {
            const bool goesOn = target.accumulate && t < target.tokens;
            sum[g][t] = goesOn ? loadRows(target.y + t * target.ldY + 8 * g, target.rows - 8 * g) : _mm256_setzero_ps();
        }
    }
    for (std::int64_t b = 0; b < nBlocks; ++b, ++w, ++x) {
        Dots<nGroups> dot;
        dotPanel<Tile, nGroups>(*w, *x, dot);
#pragma GCC unroll 2
        for (int g = 0; g < nGroups; ++g) {
            const __m256 d = _mm256_load_ps(w->d[g]);
            const __m256 m = Tile::kHasMin ? _mm256_load_ps(w->m[g]) : _mm256_setzero_ps();
#pragma GCC unroll 4
            for (int t = 0; t < kActTokens; ++t)
                sum[g][t] = addBlock<Tile>(sum[g][t], dot[g][t], d, m, _mm256_broadcast_ss(&x->d[t]), _mm256_broadcast_ss(&x->sum[t]));
        }
    }
#pragma GCC unroll 2
    for (int g = 0; g < nGroups; ++g) {
#pragma GCC unroll 4
        for (int t = 0; t < kActTokens; ++t) {
            if (t < target.tokens)
                storeRows(target.y + t * target.ldY + 8 * g, sum[g][t], target.rows - 8 * g);
        }
    }
}

/// The size of the parts that k is cut into.
std::int64_t partBlocks(std::int64_t nBlocks) noexcept
{
    const std::int64_t parts = (nBlocks + kPanelBlocks - 1) / kPanelBlocks;
    return (nBlocks + parts - 1) / parts;
}

/// All rows of the call times the tokens [tokenBegin, tokenEnd), over the blocks [block, block + count) of k.
template <class Tile>
void multiplyPart(const cpu::LinearArgs& args, std::int64_t tokenBegin, std::int64_t tokenEnd, std::int64_t block, std::int64_t count) noexcept
{
    const std::int64_t nBlocks = args.k / cpu::kLegacyBlock;
    const auto* const x = reinterpret_cast<const ActTile*>(args.acts);
    auto* const panel = reinterpret_cast<PanelBlock*>(args.scratch);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += kGroups * cpu::kRowTile) {
        const bool whole = args.rowEnd - row > cpu::kRowTile;
        expandPanel<Tile>(args.weights + row / cpu::kRowTile * nBlocks * Tile::kBytes, nBlocks, block, count, whole ? kGroups : 1, panel);
        for (std::int64_t token = tokenBegin; token < tokenEnd; token += kActTokens) {
            const Target target {
                .y = args.y + token * args.ldY + row,
                .ldY = args.ldY,
                .rows = args.rowEnd - row,
                .tokens = tokenEnd - token < kActTokens ? tokenEnd - token : kActTokens,
                .accumulate = block > 0,
            };
            const auto run = whole ? multiply<Tile, kGroups> : multiply<Tile, 1>;
            run(panel, x + token / kActTokens * nBlocks + block, count, target);
        }
    }
}

} // namespace

template <class Tile>
void gemmRows(const cpu::LinearArgs& args) noexcept
{
    const std::int64_t nBlocks = args.k / cpu::kLegacyBlock;
    const std::int64_t part = partBlocks(nBlocks);
    for (std::int64_t token = 0; token < args.nTokens; token += kTokensPerPass) {
        const std::int64_t tokenEnd = args.nTokens - token < kTokensPerPass ? args.nTokens : token + kTokensPerPass;
        for (std::int64_t block = 0; block < nBlocks; block += part)
            multiplyPart<Tile>(args, token, tokenEnd, block, nBlocks - block < part ? nBlocks - block : part);
    }
}

template <class Tile>
std::size_t gemmScratchBytes(std::int64_t k) noexcept
{
    return std::size_t(partBlocks(k / cpu::kLegacyBlock)) * sizeof(PanelBlock);
}

template void gemmRows<cpu::TileQ4_0>(const cpu::LinearArgs&) noexcept;
template void gemmRows<cpu::TileQ4_1>(const cpu::LinearArgs&) noexcept;
template void gemmRows<cpu::TileQ5_0>(const cpu::LinearArgs&) noexcept;
template void gemmRows<cpu::TileQ5_1>(const cpu::LinearArgs&) noexcept;
template void gemmRows<cpu::TileQ8_0>(const cpu::LinearArgs&) noexcept;
template std::size_t gemmScratchBytes<cpu::TileQ4_0>(std::int64_t) noexcept;
template std::size_t gemmScratchBytes<cpu::TileQ4_1>(std::int64_t) noexcept;
template std::size_t gemmScratchBytes<cpu::TileQ5_0>(std::int64_t) noexcept;
template std::size_t gemmScratchBytes<cpu::TileQ5_1>(std::int64_t) noexcept;
template std::size_t gemmScratchBytes<cpu::TileQ8_0>(std::int64_t) noexcept;

} // namespace cutaway::kernels::avx2
