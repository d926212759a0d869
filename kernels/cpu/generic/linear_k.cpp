#include "kernels/cpu/generic/linear_families.h"

#include "kernels/cpu/layout/k_tile.h"
#include "kernels/types/k_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace cutaway::kernels::generic {
namespace {

/// 256 activations of one token. A scale that is not finite makes every product NaN, as the exact one would be.
struct ActBlock {
    float d;
    std::int16_t sums[kSuperBlockGroups]; ///< of 16 quants each
    std::int8_t q[kSuperBlock];           ///< within +-127
};

/// Below this the reciprocal of a scale leaves the normal floats: such blocks count as zero.
constexpr float kSmallestMaximum = 127 * 0x1p-126f;

void prepareBlock(const float* x, ActBlock& out)
{
    // Compared as integers, so that a NaN is the largest of all.
    std::uint32_t maximumBits = 0;
    for (int i = 0; i < kSuperBlock; ++i)
        maximumBits = std::max(maximumBits, std::bit_cast<std::uint32_t>(x[i]) & 0x7fffffffu);
    const float maximum = std::bit_cast<float>(maximumBits);
    out = {};
    if (!std::isfinite(maximum)) {
        out.d = maximum;
        return;
    }
    if (maximum < kSmallestMaximum)
        return;
    out.d = maximum / 127.0f;
    const float inverse = 127.0f / maximum;
    for (int i = 0; i < kSuperBlock; ++i) {
        out.q[i] = std::int8_t(std::lrint(x[i] * inverse));
        out.sums[i / 16] = std::int16_t(out.sums[i / 16] + out.q[i]);
    }
}

/// One row of a tile times one token's block, without the activations' scale. Integer sums are exact, so their order is free.
float blockProduct(const KBlock& weights, const ActBlock& acts)
{
    std::int32_t products = 0;
    std::int32_t mins = 0;
    for (int g = 0; g < kSuperBlockGroups; ++g) {
        std::int32_t sum = 0;
        for (int i = 16 * g; i < 16 * (g + 1); ++i)
            sum += std::int32_t(weights.q[i]) * acts.q[i];
        products += weights.scale[g] * sum;
        mins += weights.min[g] * acts.sums[g];
    }
    return weights.d * float(products) - weights.dmin * float(mins);
}

void addTile(const std::array<KBlock, cpu::kRowTile>& rows, const ActBlock& acts, std::int64_t nRows, float* y)
{
    for (std::int64_t r = 0; r < nRows; ++r)
        y[r] += acts.d * blockProduct(rows[std::size_t(r)], acts);
}

/// Rows interleaved by eights.
template <const cpu::KTile& tile> class Tiles {
public:
    explicit Tiles(const cpu::LinearArgs& args) : m_weights(args.weights), m_blocks(args.k / kSuperBlock), m_split(kSplitter(tile.type)) {}
    void read(std::int64_t row, std::int64_t b, KBlock& out) const
    {
        std::array<std::byte, std::size_t(tile.blockBytes())> block;
        cpu::gatherBlock(tile, m_weights + (row / cpu::kRowTile * m_blocks + b) * tile.bytes(), int(row % cpu::kRowTile), block.data());
        m_split(block.data(), out);
    }

private:
    const std::byte* m_weights;
    std::int64_t m_blocks;
    KSplitter m_split;
};

/// Rows as the file has them.
template <DType type> class Rows {
public:
    explicit Rows(const cpu::LinearArgs& args)
        : m_weights(args.weights)
        , m_blocks(args.k / kSuperBlock)
        , m_blockBytes(dtypeInfo(type).blockBytes)
        , m_split(kSplitter(type))
    {
    }
    void read(std::int64_t row, std::int64_t b, KBlock& out) const { m_split(m_weights + (row * m_blocks + b) * m_blockBytes, out); }

private:
    const std::byte* m_weights;
    std::int64_t m_blocks;
    std::int64_t m_blockBytes;
    KSplitter m_split;
};

template <class Weights> void linear(const cpu::LinearArgs& args) noexcept
{
    const Weights weights(args);
    const std::int64_t blocks = args.k / kSuperBlock;
    const auto* acts = reinterpret_cast<const ActBlock*>(args.acts);
    std::array<KBlock, cpu::kRowTile> rows;
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += cpu::kRowTile) {
        const std::int64_t nRows = std::min(cpu::kRowTile, args.rowEnd - row);
        for (std::int32_t t = 0; t < args.nTokens; ++t)
            std::fill_n(args.y + t * args.ldY + row, nRows, 0.0f);
        for (std::int64_t b = 0; b < blocks; ++b) {
            for (std::int64_t r = 0; r < nRows; ++r)
                weights.read(row + r, b, rows[std::size_t(r)]);
            for (std::int32_t t = 0; t < args.nTokens; ++t)
                addTile(rows, acts[t * blocks + b], nRows, args.y + t * args.ldY + row);
        }
    }
}

std::size_t noScratch(std::int64_t, std::int32_t) noexcept { return 0; }

} // namespace

const cpu::LinearKernels* kLinear(DType type) noexcept
{
    struct Row {
        DType type;
        cpu::LinearKernels kernels;
    };
    static constexpr Row kRows[] {
        { DType::q2_K, { linear<Tiles<cpu::kTileQ2K>>, noScratch } },
        { DType::q3_K, { linear<Tiles<cpu::kTileQ3K>>, noScratch } },
        { DType::q4_K, { linear<Tiles<cpu::kTileQ4K>>, noScratch } },
        { DType::q5_K, { linear<Tiles<cpu::kTileQ5K>>, noScratch } },
        { DType::q6_K, { linear<Tiles<cpu::kTileQ6K>>, noScratch } },
        { DType::iq1_s, { linear<Rows<DType::iq1_s>>, noScratch } },
        { DType::iq1_m, { linear<Rows<DType::iq1_m>>, noScratch } },
        { DType::iq2_xxs, { linear<Rows<DType::iq2_xxs>>, noScratch } },
        { DType::iq2_xs, { linear<Rows<DType::iq2_xs>>, noScratch } },
        { DType::iq2_s, { linear<Rows<DType::iq2_s>>, noScratch } },
        { DType::iq3_xxs, { linear<Rows<DType::iq3_xxs>>, noScratch } },
        { DType::iq3_s, { linear<Rows<DType::iq3_s>>, noScratch } },
        { DType::iq4_xs, { linear<Rows<DType::iq4_xs>>, noScratch } },
        { DType::tq1_0, { linear<Rows<DType::tq1_0>>, noScratch } },
        { DType::tq2_0, { linear<Rows<DType::tq2_0>>, noScratch } },
    };
    for (const Row& row : kRows) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

std::size_t q8per256Bytes(std::int64_t k, std::int32_t nTokens) noexcept
{
    return std::size_t(k / kSuperBlock) * std::size_t(nTokens) * sizeof(ActBlock);
}

void prepareQ8per256(const cpu::ActArgs& args) noexcept
{
    const std::int64_t blocks = args.k / kSuperBlock;
    auto* out = reinterpret_cast<ActBlock*>(args.out);
    for (std::int32_t t = args.tokenBegin; t < args.tokenEnd; ++t) {
        for (std::int64_t b = args.kBegin / kSuperBlock; b < args.kEnd / kSuperBlock; ++b)
            prepareBlock(args.x + t * args.ldX + b * kSuperBlock, out[t * blocks + b]);
    }
}

} // namespace cutaway::kernels::generic
