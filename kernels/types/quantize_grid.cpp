#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"
#include "kernels/types/grid_index.h"
#include "kernels/types/pack_grid.h"
#include "kernels/types/quantize_search.h"

#include <bit>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 256;

/// How a type uses its grid.
struct GridType {
    int groupElems;     ///< that share a scale
    bool evenSigns;     ///< of 8 elements an even number is negative
    int tries;          ///< widths to either side of the first one
    float tryStep;      ///< in levels
    float meanSquares;  ///< how many mean squares of the block soften the weights that importance data give
    float ownSoftening; ///< the same without importance data, where the squares of values are weights
    void (*pack)(const GridCodes& codes, std::byte* block);
    int blockBytes;
};

constexpr GridType kIQ2XXS { 32, true, 6, 0.1F, 1, 0.5F, packIQ2XXS, 66 };
constexpr GridType kIQ2XS { 16, true, 9, 0.1F, 1, 0.5F, packIQ2XS, 74 };
constexpr GridType kIQ2S { 16, false, 9, 0.1F, 2, 0.5F, packIQ2S, 82 };
constexpr GridType kIQ3XXS { 32, true, 15, 0.2F, 2, 0, packIQ3XXS, 98 };
constexpr GridType kIQ3S { 32, false, 9, 0.2F, 2, 0, packIQ3S, 110 };

template <int count, int most> using Index2 = GridIndex<8, 3, count, most>;
template <int count, int most> using Index3 = GridIndex<4, 8, count, most>;

// Made when first needed, the same ever after.
const auto& indexIQ2XXS()
{
    static const Index2<256, 24> index(gridIQ2XXS(), [](int byte) { return byte >> 4; }, 8);
    return index;
}
const auto& indexIQ2XS()
{
    static const Index2<512, 32> index(gridIQ2XS(), [](int byte) { return byte >> 4; }, 8);
    return index;
}
const auto& indexIQ2S()
{
    static const Index2<1024, 16> index(gridIQ2S(), [](int byte) { return byte >> 4; }, 8);
    return index;
}
const auto& indexIQ3XXS()
{
    static const Index3<256, 8> index(gridIQ3XXS(), [](int byte) { return byte >> 3; }, 4);
    return index;
}
const auto& indexIQ3S()
{
    static const Index3<512, 8> index(gridIQ3S(), [](int byte) { return byte >> 1; }, 1);
    return index;
}

/// Magnitudes of 8 values and their signs. Where an odd number of negative ones cannot be held, the value that matters least keeps the
/// wrong sign and a negative magnitude.
std::uint8_t takeSigns(const float* x, const float* w, bool even, float* magnitudes)
{
    unsigned signs = 0;
    int least = 0;
    for (int i = 0; i < 8; ++i) {
        magnitudes[i] = std::fabs(x[i]);
        signs |= unsigned(x[i] < 0) << i;
        if (w[i] * x[i] * x[i] < w[least] * x[least] * x[least])
            least = i;
    }
    if (even && std::popcount(signs) % 2 != 0) {
        signs ^= 1U << least;
        magnitudes[least] = -magnitudes[least];
    }
    return std::uint8_t(signs);
}

/// The points of a group and the scale they want.
template <int points> struct GroupFit {
    search::Fit fit;
    std::uint16_t index[points] {};
};

/// Values and weights of a group.
struct Group {
    const float* x; ///< magnitudes
    const float* w;
    const float* roots; ///< of the weights: what a point is chosen by
};

/// The points that hold a group best at a scale.
template <int elems, typename Index> GroupFit<elems / Index::kDims> pointsAt(const Index& grid, const Group& group, float scale)
{
    constexpr int kDims = Index::kDims;
    GroupFit<elems / kDims> result;
    unsigned levels[elems];
    const float half = 0.5F / scale;
    for (int i = 0; i < elems; ++i) // level l stands for about 2 l + 1
        levels[i] = unsigned(int(search::clampTo(search::roundEven(half * group.x[i] - 0.5F), 0, float(Index::kLevels - 1))));
    float values[elems];
    for (int v = 0; v < elems / kDims; ++v) {
        unsigned code = 0;
        for (int k = 0; k < kDims; ++k)
            code |= levels[v * kDims + k] << (Index::kBits * k);
        const int point = grid.nearest(code, group.x + v * kDims, group.roots + v * kDims, scale);
        result.index[v] = std::uint16_t(point);
        std::copy_n(grid[point], kDims, values + v * kDims);
    }
    result.fit = search::fitOf<elems>(group.x, group.w, values);
    return result;
}

/// Tries widths, then chooses the points once more at the best scale.
template <const GridType& type, typename Index> auto fitGroup(const Index& grid, const Group& group)
{
    constexpr int kElems = type.groupElems;
    constexpr float kTop = 2 * Index::kLevels - 1;
    GroupFit<kElems / Index::kDims> best;
    const float largest = *std::max_element(group.x, group.x + kElems);
    if (largest < search::kNothing)
        return best;
    const auto consider = [&](float scale) {
        const auto tried = pointsAt<kElems>(grid, group, scale);
        if (tried.fit.products > 0 && tried.fit.score() > best.fit.score())
            best = tried;
    };
    for (int k = -type.tries; k <= type.tries; ++k)
        consider(largest / (kTop + type.tryStep * float(k)));
    if (best.fit.products > 0)
        consider(best.fit.scale());
    return best;
}

/// A super-block on its way.
struct Block {
    float x[kBlock]; ///< magnitudes
    float w[kBlock];
    float roots[kBlock];
    float scales[kBlock / 16];
};

template <const GridType& type> void prepare(const float* x, const float* importance, Block& block, GridCodes& codes)
{
    const float square = search::meanSquare<kBlock>(x);
    if (importance) {
        search::weigh<kBlock>(x, importance, type.meanSquares * square, block.w);
    } else {
        for (int i = 0; i < kBlock; ++i)
            block.w[i] = type.ownSoftening * square + x[i] * x[i];
    }
    for (int i = 0; i < kBlock; ++i)
        block.roots[i] = std::sqrt(block.w[i]);
    for (int g = 0; g < kBlock / 8; ++g)
        codes.signs[g] = takeSigns(x + 8 * g, block.w + 8 * g, type.evenSigns, block.x + 8 * g);
}

/// Chooses the points again for the scales as they are stored, and the unit that then is the best. @return the unit
template <const GridType& type, typename Index> float settle(const Index& grid, const Block& block, float unit, GridCodes& codes)
{
    constexpr int kElems = type.groupElems;
    constexpr int kPoints = kElems / Index::kDims;
    search::Fit whole;
    for (int g = 0; g < kBlock / kElems; ++g) {
        const Group group { block.x + g * kElems, block.w + g * kElems, block.roots + g * kElems };
        const float code = search::clampTo(search::roundEven(0.5F * (block.scales[g] / unit - 1)), 0, 15);
        codes.scale[g] = std::uint8_t(code);
        const float multiple = 2 * code + 1;
        const auto fit = pointsAt<kElems>(grid, group, unit * multiple);
        std::copy_n(fit.index, kPoints, codes.index + g * kPoints);
        whole.products += fit.fit.products * multiple;
        whole.squares += fit.fit.squares * multiple * multiple;
    }
    return whole.products > 0 ? whole.scale() : unit;
}

template <const GridType& type, auto index> void quantize(const QuantizeCall& call) noexcept
{
    constexpr int kElems = type.groupElems;
    const auto& grid = index();
    std::byte* out = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += kBlock, out += type.blockBytes) {
        Block block;
        GridCodes codes {};
        prepare<type>(call.values + at, call.importance ? call.importance + at : nullptr, block, codes);
        float largest = 0;
        for (int g = 0; g < kBlock / kElems; ++g) {
            const auto fit = fitGroup<type>(grid, { block.x + g * kElems, block.w + g * kElems, block.roots + g * kElems });
            block.scales[g] = fit.fit.scale();
            largest = std::max(largest, block.scales[g]);
        }
        if (largest > 0)
            codes.d = f32ToF16(settle<type>(grid, block, largest / 31, codes));
        type.pack(codes, out);
    }
}

constexpr QuantizeRow kRows[] {
    { DType::iq2_xxs, quantize<kIQ2XXS, indexIQ2XXS> },
    { DType::iq2_xs, quantize<kIQ2XS, indexIQ2XS> },
    { DType::iq2_s, quantize<kIQ2S, indexIQ2S> },
    { DType::iq3_xxs, quantize<kIQ3XXS, indexIQ3XXS> },
    { DType::iq3_s, quantize<kIQ3S, indexIQ3S> },
};

} // namespace

std::span<const QuantizeRow> gridQuantizers() { return kRows; }

} // namespace cutaway::kernels
