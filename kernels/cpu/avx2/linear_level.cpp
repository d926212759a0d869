#include "kernels/cpu/avx2/linear_families.h"

#include "kernels/cpu/avx2/q8per32.h"
#include "kernels/cpu/avx2/row_block.h"
#include "kernels/types/levels.h"

// Eight rows are taken apart into the cache and meet all tokens. Sums of integers are exact and a row's blocks are added in order with one
// rounding each, so that a token's result does not depend on how many others came along.
namespace cutaway::kernels::avx2 {
namespace {

constexpr int kBlock = 32;
constexpr int kRows = 8;

/// 32 elements of 8 rows: d[half of the block][row] * q[row][i].
struct LevelTile {
    alignas(64) std::int8_t q[kRows][kBlock];
    float d[2][kRows];
};
static_assert(sizeof(LevelTile) == 320);

void setScale(LevelTile& out, int row, float d) { out.d[0][row] = out.d[1][row] = d; }

// The types: how they lie in a file, whether the two halves of a block differ in scale, and how one block of one row is taken apart.

struct IQ4NL {
    static constexpr int kElems = 32, kBytes = 18;
    static constexpr bool kHalves = false;
    static void decode(const std::byte* block, int row, LevelTile* out)
    {
        setScale(*out, row, halfAt(block));
        store32(out->q[row], levelsOfNibbles(load16(block + 2), loadLevels(kUnevenLevels)));
    }
};

struct MXFP4 {
    static constexpr int kElems = 32, kBytes = 17;
    static constexpr bool kHalves = false;
    static void decode(const std::byte* block, int row, LevelTile* out)
    {
        const auto exponent = std::uint32_t(block[0]);
        const std::uint32_t bits = exponent < 2 ? 0x00200000U << exponent : (exponent - 1) << 23; // half of 2^(exponent - 127)
        float d;
        std::memcpy(&d, &bits, sizeof d);
        setScale(*out, row, d);
        store32(out->q[row], levelsOfNibbles(load16(block + 1), loadLevels(kDoubledE2M1)));
    }
};

struct NVFP4 {
    static constexpr int kElems = 64, kBytes = 36;
    static constexpr bool kHalves = true;
    static void decode(const std::byte* block, int row, LevelTile* out)
    {
        // Read as a half, an E4M3 number is 2^-8 of itself; the doubled levels take another half.
        const __m128i bytes = _mm_and_si128(_mm_cvtsi32_si128(fieldAt<std::int32_t>(block)), _mm_set1_epi8(127));
        const __m128i numbers = _mm_andnot_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(127)), bytes);
        const __m128 d = _mm_mul_ps(_mm_cvtph_ps(_mm_slli_epi16(_mm_cvtepu8_epi16(numbers), 7)), _mm_set1_ps(128));
        alignas(16) float scales[4];
        _mm_store_ps(scales, d);
        for (int part = 0; part < 2; ++part) {
            out[part].d[0][row] = scales[2 * part];
            out[part].d[1][row] = scales[2 * part + 1];
            // Eight pairs are 16 neighbours: the low nibbles come first in each half of the block.
            const __m256i levels = levelsOfNibbles(load16(block + 4 + 16 * part), loadLevels(kDoubledE2M1));
            store32(out[part].q[row], _mm256_permute4x64_epi64(levels, 0xd8));
        }
    }
};

struct Q10 {
    static constexpr int kElems = 128, kBytes = 18;
    static constexpr bool kHalves = false;
    static void decode(const std::byte* block, int row, LevelTile* out)
    {
        const float d = halfAt(block);
        for (int part = 0; part < 4; ++part) {
            const __m256i set = bytesOfBits(fieldAt<std::uint32_t>(block + 2 + 4 * part));
            setScale(out[part], row, d);
            store32(out[part].q[row], _mm256_sub_epi8(_mm256_set1_epi8(-1), _mm256_add_epi8(set, set)));
        }
    }
};

struct Q20 {
    static constexpr int kElems = 64, kBytes = 18;
    static constexpr bool kHalves = false;
    static void decode(const std::byte* block, int row, LevelTile* out)
    {
        const float d = halfAt(block);
        for (int part = 0; part < 2; ++part) {
            // Each byte goes to four: shifted by 6, 12 and 18 bits, its fields stand at the low ends of the next ones.
            const __m256i bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(block + 2 + 8 * part)));
            const __m256i low = _mm256_or_si256(bytes, _mm256_slli_epi32(bytes, 6));
            const __m256i all = _mm256_or_si256(low, _mm256_slli_epi32(low, 12));
            setScale(out[part], row, d);
            store32(out[part].q[row], _mm256_sub_epi8(_mm256_and_si256(all, _mm256_set1_epi8(3)), _mm256_set1_epi8(1)));
        }
    }
};

/// Takes 8 rows, or the `rows` that are left, apart.
template <class Type> [[gnu::noinline]] void decodeRows(const std::byte* weights, std::int64_t rows, std::int64_t nBlocks, LevelTile* out)
{
    constexpr int kParts = Type::kElems / kBlock;
    if (rows < kRows)
        std::memset(out, 0, std::size_t(nBlocks) * sizeof(LevelTile));
    for (std::int64_t b = 0; b < nBlocks; b += kParts) {
        for (int row = 0; row < (rows < kRows ? int(rows) : kRows); ++row)
            Type::decode(weights + (row * (nBlocks / kParts) + b / kParts) * Type::kBytes, row, out + b);
    }
}

inline __m256i loadQuants(const std::int8_t* q) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(q)); }
inline __m256i products(__m256i w, __m256i x)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w)), _mm256_set1_epi16(1));
}
/// sum + d * xd * dot
inline __m256 addBlock(__m256 sum, __m256i dot, __m256 d, __m256 xd)
{
    return _mm256_fmadd_ps(_mm256_mul_ps(d, xd), _mm256_cvtepi32_ps(dot), sum);
}

/// What 8 rows and one token give: the sums of the two halves of a block.
struct Halves {
    __m256i first, second;
};
inline Halves dotRows(const LevelTile& w, __m256i x)
{
    __m256i p[kRows];
#pragma GCC unroll 8
    for (int row = 0; row < kRows; ++row)
        p[row] = products(loadQuants(w.q[row]), x);
    const __m256i low = _mm256_hadd_epi32(_mm256_hadd_epi32(p[0], p[1]), _mm256_hadd_epi32(p[2], p[3]));
    const __m256i high = _mm256_hadd_epi32(_mm256_hadd_epi32(p[4], p[5]), _mm256_hadd_epi32(p[6], p[7]));
    return { _mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31) };
}

template <bool halves> inline __m256 addHalves(__m256 sum, const Halves& dot, __m256 first, __m256 second, __m256 xd)
{
    if constexpr (halves)
        return addBlock(addBlock(sum, dot.first, first, xd), dot.second, second, xd);
    else
        return addBlock(sum, _mm256_add_epi32(dot.first, dot.second), first, xd);
}

/// 8 rows times one token.
template <bool halves> [[gnu::noinline]] __m256 multiplyOne(const LevelTile* w, const ActBlock* x, std::int64_t nBlocks)
{
    __m256 sum = _mm256_setzero_ps();
    for (std::int64_t b = 0; b < nBlocks; ++b) {
        const __m256i acts = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x[b].q));
        sum = addHalves<halves>(sum, dotRows(w[b], acts), _mm256_load_ps(w[b].d[0]), _mm256_load_ps(w[b].d[1]), _mm256_set1_ps(x[b].d));
    }
    return sum;
}

/// Two values, each for the four tokens of one row.
inline __m256 pair(const float* rows)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_broadcast_ss(rows)), _mm_broadcast_ss(rows + 1), 1);
}

/// The sums of two rows and four tokens, from vectors that hold the even 4-byte groups of each token in their low half.
inline __m256i joinRows(__m256i first, __m256i second)
{
    return _mm256_add_epi32(_mm256_permute2x128_si256(first, second, 0x20), _mm256_permute2x128_si256(first, second, 0x31));
}

/// Products of a row's 4-byte groups 4 * half .. 4 * half + 3 with four tokens.
template <int half> inline __m256i dotTokens(__m256i w, const ActTile& x)
{
    const __m256i groups =
        _mm256_setr_epi32(4 * half, 4 * half, 4 * half, 4 * half, 4 * half + 1, 4 * half + 1, 4 * half + 1, 4 * half + 1);
    const __m256i next = _mm256_add_epi32(groups, _mm256_set1_epi32(2));
    const auto acts = [&x](int group) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.q[group])); };
    return _mm256_add_epi32(products(_mm256_permutevar8x32_epi32(w, groups), acts(4 * half)),
        products(_mm256_permutevar8x32_epi32(w, next), acts(4 * half + 2)));
}

/// 8 rows times four tokens. @param y [rows / 2] pairs of rows: four tokens each
template <bool halves>
[[gnu::noinline]] void multiplyFour(const LevelTile* w, const ActTile* x, std::int64_t nBlocks, __m256 (&y)[kRows / 2])
{
    __m256 sums[kRows / 2];
    for (__m256& sum : sums)
        sum = _mm256_setzero_ps();
    for (std::int64_t b = 0; b < nBlocks; ++b) {
        const __m256 xd = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(x[b].d));
#pragma GCC unroll 4
        for (int p = 0; p < kRows / 2; ++p) {
            const __m256i even = loadQuants(w[b].q[2 * p]);
            const __m256i odd = loadQuants(w[b].q[2 * p + 1]);
            const Halves dot { joinRows(dotTokens<0>(even, x[b]), dotTokens<0>(odd, x[b])),
                joinRows(dotTokens<1>(even, x[b]), dotTokens<1>(odd, x[b])) };
            sums[p] = addHalves<halves>(sums[p], dot, pair(w[b].d[0] + 2 * p), pair(w[b].d[1] + 2 * p), xd);
        }
    }
    for (int p = 0; p < kRows / 2; ++p)
        y[p] = sums[p];
}

void storeTokens(const __m256 (&values)[kRows / 2], float* y, std::int64_t ldY, std::int64_t rows, std::int32_t tokens)
{
    alignas(32) float out[kRows][kActTokens];
    for (int p = 0; p < kRows / 2; ++p)
        _mm256_store_ps(out[2 * p], values[p]);
    for (std::int32_t t = 0; t < tokens; ++t) {
        for (std::int64_t r = 0; r < rows; ++r)
            y[t * ldY + r] = out[r][t];
    }
}

void storeRows(__m256 values, float* y, std::int64_t rows)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_maskstore_ps(y, _mm256_cmpgt_epi32(_mm256_set1_epi32(int(rows)), lanes), values);
}

template <class Type> void linear(const cpu::LinearArgs& args) noexcept
{
    const std::int64_t nBlocks = args.k / kBlock;
    const std::int64_t rowBytes = args.k / Type::kElems * Type::kBytes;
    auto* decoded = reinterpret_cast<LevelTile*>(args.scratch);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += kRows) {
        const std::int64_t rows = args.rowEnd - row < kRows ? args.rowEnd - row : kRows;
        decodeRows<Type>(args.weights + row * rowBytes, rows, nBlocks, decoded);
        if (args.nTokens == 1) {
            storeRows(multiplyOne<Type::kHalves>(decoded, reinterpret_cast<const ActBlock*>(args.acts), nBlocks), args.y + row, rows);
            continue;
        }
        for (std::int32_t token = 0; token < args.nTokens; token += kActTokens) {
            const auto* x = reinterpret_cast<const ActTile*>(args.acts) + token / kActTokens * nBlocks;
            const std::int32_t tokens = args.nTokens - token < kActTokens ? args.nTokens - token : kActTokens;
            __m256 y[kRows / 2];
            multiplyFour<Type::kHalves>(decoded, x, nBlocks, y);
            storeTokens(y, args.y + token * args.ldY + row, args.ldY, rows, tokens);
        }
    }
}

std::size_t scratchBytes(std::int64_t k, std::int32_t) noexcept { return std::size_t(k / kBlock) * sizeof(LevelTile); }

} // namespace

const cpu::LinearKernels* levelLinear(DType type) noexcept
{
    struct Row {
        DType type;
        cpu::LinearKernels kernels;
    };
    static constexpr Row kTable[] {
        { DType::iq4_nl, { linear<IQ4NL>, scratchBytes } },
        { DType::mxfp4, { linear<MXFP4>, scratchBytes } },
        { DType::nvfp4, { linear<NVFP4>, scratchBytes } },
        { DType::q1_0, { linear<Q10>, scratchBytes } },
        { DType::q2_0, { linear<Q20>, scratchBytes } },
    };
    for (const Row& row : kTable) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

} // namespace cutaway::kernels::avx2
