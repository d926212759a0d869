#include "kernels/cpu/avx2/linear_families.h"

#include "kernels/cpu/avx2/k_acts.h"
#include "kernels/cpu/avx2/k_decode.h"

#include <cstring>
#include <utility>

// Two ways to the same bits. Few tokens: quants are decoded in registers and meet up to 4 tokens at once, weights stream from memory.
// Many tokens: a panel of 16 rows is decoded into the first-level cache and meets all tokens, 4 at a time. In both a row's super-blocks
// are added in order with one rounding each, so that a token's result does not depend on how many others came along.
namespace cutaway::kernels::avx2 {
namespace {

constexpr int kBlock = 256;
constexpr int kChunks = kBlock / 32;
constexpr std::int32_t kTokens = 4;        ///< met by one decoded vector; more of them go through a panel
constexpr std::int64_t kPanelGroups = 2;   ///< of 8 rows
constexpr std::int64_t kPanelBlocks = 4;   ///< super-blocks of one panel: about 20 KB
constexpr std::int32_t kPanelTokens = 128; ///< met by all panels before the next tokens: at k = 4096 they stay in the second-level cache
constexpr int kPrefetchBytes = 8192;       ///< ahead of the tile in work: best of 1 to 16 KB on Zen 4, where Q6_K runs five times slower without

/// gcc otherwise reorders the sums, keeps dozens of products alive and spills them.
inline void keepHere(__m256i& v) { asm("" : "+x"(v)); }

inline __m256i broadcast4(const void* at)
{
    std::int32_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return _mm256_set1_epi32(bits);
}

/// Joins the integer sums of one super-block: acc += d_x * (d * products - dmin * mins).
template <typename T>
inline void addBlock(const KScales<T::kGroups>& scales, const KActBlock& acts, __m256i products, __m256& acc)
{
    const std::int16_t* sums = T::kGroups == 8 ? acts.sums32 : acts.sums16;
    __m256i mins = _mm256_madd_epi16(scales.min[0], broadcast4(sums));
    for (int i = 1; i < T::kGroups / 2; ++i)
        mins = _mm256_add_epi32(mins, _mm256_madd_epi16(scales.min[i], broadcast4(sums + 2 * i)));
    __m256 value;
    if constexpr (T::kOffset > 0)
        value = _mm256_mul_ps(scales.d, _mm256_cvtepi32_ps(_mm256_sub_epi32(products, _mm256_slli_epi32(mins, T::kOffset))));
    else
        value = _mm256_fnmadd_ps(scales.dmin, _mm256_cvtepi32_ps(mins), _mm256_mul_ps(scales.d, _mm256_cvtepi32_ps(products)));
    acc = _mm256_fmadd_ps(_mm256_set1_ps(acts.d), value, acc);
}

/// The group of 16 or 32 that vector v of chunk j belongs to.
template <typename T>
constexpr int groupOf(int j, int v)
{
    return T::kGroups == 8 ? j : 2 * j + v / 4;
}

inline void addGroup(__m256i& products, __m256i sum, __m256i scale)
{
    products = _mm256_add_epi32(products, _mm256_madd_epi16(sum, scale));
    keepHere(products);
}

/// Elements 32j .. 32j + 31 of 8 rows times those of C tokens.
template <typename T, int C, int j>
inline void addChunk(const std::byte* tile, const KScales<T::kGroups>& scales, const KActBlock* const (&acts)[C], __m256i (&products)[C])
{
    __m256i sum[C];
#pragma GCC unroll 8
    for (int v = 0; v < 8; ++v) {
        const __m256i quants = T::template quants<j>(tile, v);
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) {
            const __m256i product = _mm256_maddubs_epi16(quants, broadcast4(acts[c]->q + 32 * j + 4 * v));
            sum[c] = v % T::kRun ? _mm256_add_epi16(sum[c], product) : product;
            keepHere(sum[c]);
            if (v % T::kRun == T::kRun - 1)
                addGroup(products[c], sum[c], scales.scale[groupOf<T>(j, v)]);
        }
    }
}

inline void prefetch(const std::byte* tile, int bytes, int ahead)
{
    for (int line = 0; line < bytes; line += 64)
        _mm_prefetch(reinterpret_cast<const char*>(tile) + ahead + line, _MM_HINT_T1);
}

/// 8 rows times C tokens, decoding in registers. @param acts [C, blocks]
template <typename T, int C>
[[gnu::noinline]] void packedRows(const std::byte* tile, std::int64_t blocks, const KActBlock* acts, __m256 (&out)[C])
{
    __m256 acc[C];
    for (int c = 0; c < C; ++c)
        acc[c] = _mm256_setzero_ps();
    for (std::int64_t b = 0; b < blocks; ++b, tile += T::kTileBytes) {
        prefetch(tile, T::kTileBytes, kPrefetchBytes);
        KScales<T::kGroups> scales;
        T::scales(tile, scales);
        const KActBlock* tokens[C];
        __m256i products[C];
        for (int c = 0; c < C; ++c) {
            tokens[c] = acts + c * blocks + b;
            products[c] = _mm256_setzero_si256();
        }
        [&]<int... j>(std::integer_sequence<int, j...>) {
            (addChunk<T, C, j>(tile, scales, tokens, products), ...);
        }(std::make_integer_sequence<int, kChunks>());
        for (int c = 0; c < C; ++c)
            addBlock<T>(scales, *tokens[c], products[c], acc[c]);
    }
    for (int c = 0; c < C; ++c)
        out[c] = acc[c];
}

/// Writes the first `count` (1 to 8) of 8 rows.
inline void storeRows(float* y, __m256 values, std::int64_t count)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_maskstore_ps(y, _mm256_cmpgt_epi32(_mm256_set1_epi32(int(count)), lanes), values);
}

/// Calls run<C> with C = `count`, which lies between 1 and 4.
template <typename Run>
inline void withTokens(std::int32_t count, Run run)
{
    switch (count) {
    case 1: run(std::integral_constant<int, 1>()); break;
    case 2: run(std::integral_constant<int, 2>()); break;
    case 3: run(std::integral_constant<int, 3>()); break;
    default: run(std::integral_constant<int, 4>()); break;
    }
}

template <typename T, int C>
void linearPacked(const cpu::LinearArgs& args)
{
    const std::int64_t blocks = args.k / kBlock;
    const auto* acts = reinterpret_cast<const KActBlock*>(args.acts);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += cpu::kRowTile) {
        __m256 out[C];
        packedRows<T, C>(args.weights + row / cpu::kRowTile * blocks * T::kTileBytes, blocks, acts, out);
        const std::int64_t rows = args.rowEnd - row < cpu::kRowTile ? args.rowEnd - row : cpu::kRowTile;
        for (int c = 0; c < C; ++c)
            storeRows(args.y + c * args.ldY + row, out[c], rows);
    }
}

/// A decoded tile.
template <typename T>
struct PanelTile {
    KScales<T::kGroups> scales;
    __m256i quants[kChunks][8];
};

/// Decodes tiles of one row group. @param panel [blocks]
template <typename T>
[[gnu::noinline]] void expand(const std::byte* tile, std::int64_t blocks, PanelTile<T>* panel)
{
    for (std::int64_t b = 0; b < blocks; ++b, tile += T::kTileBytes) {
        prefetch(tile, T::kTileBytes, int(kPanelBlocks) * T::kTileBytes);
        T::scales(tile, panel[b].scales);
        [&]<int... j>(std::integer_sequence<int, j...>) {
            const auto chunk = [&]<int i>(std::integral_constant<int, i>) {
#pragma GCC unroll 8
                for (int v = 0; v < 8; ++v)
                    panel[b].quants[i][v] = T::template quants<i>(tile, v);
            };
            (chunk(std::integral_constant<int, j>()), ...);
        }(std::make_integer_sequence<int, kChunks>());
    }
}

/// Elements 32j .. 32j + 31 of R * 8 rows times those of C tokens.
template <typename T, int R, int C>
inline void addPanelChunk(int j, const PanelTile<T>* const (&rows)[R], const KActBlock* const (&tokens)[C], __m256i (&products)[R][C])
{
    __m256i sum[R][C];
#pragma GCC unroll 8
    for (int v = 0; v < 8; ++v) {
        __m256i quants[R];
        for (int r = 0; r < R; ++r)
            quants[r] = rows[r]->quants[j][v];
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) {
            const __m256i x = broadcast4(tokens[c]->q + 32 * j + 4 * v);
#pragma GCC unroll 2
            for (int r = 0; r < R; ++r) {
                const __m256i product = _mm256_maddubs_epi16(quants[r], x);
                sum[r][c] = v % T::kRun ? _mm256_add_epi16(sum[r][c], product) : product;
                keepHere(sum[r][c]);
                if (v % T::kRun == T::kRun - 1)
                    addGroup(products[r][c], sum[r][c], rows[r]->scales.scale[groupOf<T>(j, v)]);
            }
        }
    }
}

/// The same where an i16 lane holds two products only: the joined sums stay in registers instead.
template <typename T, int R, int C>
    requires(T::kRun == 2)
inline void addPanelChunk(int j, const PanelTile<T>* const (&rows)[R], const KActBlock* const (&tokens)[C], __m256i (&products)[R][C])
{
#pragma GCC unroll 4
    for (int v = 0; v < 8; v += 2) {
        __m256i quants[R][2];
        for (int r = 0; r < R; ++r) {
            quants[r][0] = rows[r]->quants[j][v];
            quants[r][1] = rows[r]->quants[j][v + 1];
        }
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) {
            const __m256i x0 = broadcast4(tokens[c]->q + 32 * j + 4 * v);
            const __m256i x1 = broadcast4(tokens[c]->q + 32 * j + 4 * v + 4);
#pragma GCC unroll 2
            for (int r = 0; r < R; ++r) {
                const __m256i sum = _mm256_add_epi16(_mm256_maddubs_epi16(quants[r][0], x0), _mm256_maddubs_epi16(quants[r][1], x1));
                addGroup(products[r][c], sum, rows[r]->scales.scale[groupOf<T>(j, v)]);
            }
        }
    }
}

/// Adds R * 8 rows times C tokens over the blocks of a panel. @param panel [R, kPanelBlocks] @param sums [C, R * 8]
template <typename T, int R, int C>
[[gnu::noinline]] void panelTile(const PanelTile<T>* panel, std::int64_t blocks, const KActBlock* acts, std::int64_t actStride, float* sums)
{
    for (std::int64_t b = 0; b < blocks; ++b) {
        const PanelTile<T>* rows[R];
        const KActBlock* tokens[C];
        __m256i products[R][C];
        for (int c = 0; c < C; ++c)
            tokens[c] = acts + c * actStride + b;
        for (int r = 0; r < R; ++r) {
            rows[r] = panel + r * kPanelBlocks + b;
            for (int c = 0; c < C; ++c)
                products[r][c] = _mm256_setzero_si256();
        }
        for (int j = 0; j < kChunks; ++j)
            addPanelChunk<T, R, C>(j, rows, tokens, products);
        for (int r = 0; r < R; ++r) {
            for (int c = 0; c < C; ++c) {
                float* at = sums + 8 * (R * c + r);
                __m256 acc = _mm256_load_ps(at);
                addBlock<T>(rows[r]->scales, *tokens[c], products[r][c], acc);
                _mm256_store_ps(at, acc);
            }
        }
    }
}

template <typename T>
std::size_t panelBytes()
{
    return std::size_t(kPanelGroups * kPanelBlocks) * sizeof(PanelTile<T>);
}

/// R * 8 rows times all tokens.
template <typename T, int R>
void linearPanel(const cpu::LinearArgs& args, std::int64_t row)
{
    const std::int64_t blocks = args.k / kBlock;
    auto* panel = reinterpret_cast<PanelTile<T>*>(args.scratch);
    auto* sums = reinterpret_cast<float*>(args.scratch + panelBytes<T>());
    const auto* acts = reinterpret_cast<const KActBlock*>(args.acts);
    const std::byte* tiles = args.weights + row / cpu::kRowTile * blocks * T::kTileBytes;
    std::memset(sums, 0, std::size_t(args.nTokens) * R * 8 * sizeof(float));
    for (std::int64_t b = 0; b < blocks; b += kPanelBlocks) {
        const std::int64_t count = blocks - b < kPanelBlocks ? blocks - b : kPanelBlocks;
        for (int r = 0; r < R; ++r)
            expand<T>(tiles + (r * blocks + b) * T::kTileBytes, count, panel + r * kPanelBlocks);
        for (std::int32_t token = 0; token < args.nTokens; token += kTokens) {
            withTokens(args.nTokens - token, [&](auto tokens) {
                panelTile<T, R, tokens()>(panel, count, acts + token * blocks + b, blocks, sums + token * R * 8);
            });
        }
    }
    const std::int64_t rows = args.rowEnd - row;
    for (std::int32_t token = 0; token < args.nTokens; ++token) {
        for (int r = 0; r < R; ++r)
            storeRows(args.y + token * args.ldY + row + 8 * r, _mm256_load_ps(sums + 8 * (R * token + r)), rows - 8 * r < 8 ? rows - 8 * r : 8);
    }
}

template <typename T>
void linear(const cpu::LinearArgs& args) noexcept
{
    if (args.nTokens <= kTokens)
        return withTokens(args.nTokens, [&](auto tokens) { linearPacked<T, tokens()>(args); });
    cpu::LinearArgs part = args;
    for (std::int32_t token = 0; token < args.nTokens; token += kPanelTokens) {
        part.nTokens = args.nTokens - token < kPanelTokens ? args.nTokens - token : kPanelTokens;
        part.acts = args.acts + std::size_t(token) * std::size_t(args.k / kBlock) * sizeof(KActBlock);
        part.y = args.y + token * args.ldY;
        std::int64_t row = args.rowBegin;
        for (; row + cpu::kRowTile < args.rowEnd; row += 2 * cpu::kRowTile)
            linearPanel<T, 2>(part, row);
        if (row < args.rowEnd)
            linearPanel<T, 1>(part, row);
    }
}

template <typename T>
std::size_t scratchBytes(std::int64_t, std::int32_t nTokens) noexcept
{
    if (nTokens <= kTokens)
        return 0;
    return panelBytes<T>() + std::size_t(nTokens < kPanelTokens ? nTokens : kPanelTokens) * kPanelGroups * 8 * sizeof(float);
}

} // namespace

const cpu::LinearKernels* kLinear(DType type) noexcept
{
    struct Row {
        DType type;
        cpu::LinearKernels kernels;
    };
    static constexpr Row kRows[] {
        { DType::q2_K, { linear<Q2K>, scratchBytes<Q2K> } },
        { DType::q3_K, { linear<Q3K>, scratchBytes<Q3K> } },
        { DType::q4_K, { linear<Q4K>, scratchBytes<Q4K> } },
        { DType::q5_K, { linear<Q5K>, scratchBytes<Q5K> } },
        { DType::q6_K, { linear<Q6K>, scratchBytes<Q6K> } },
    };
    for (const Row& row : kRows) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

} // namespace cutaway::kernels::avx2
