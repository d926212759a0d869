#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"
#include "kernels/types/grid_index.h"
#include "kernels/types/pack_grid.h"
#include "kernels/types/quantize_search.h"

#include <numeric>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 256;
constexpr float kMove = 0.125F; ///< every level lies so much above or below -1, 0 or 1

/// How a type scales and moves its grid.
struct IQ1Type {
    int groupElems; ///< that share a scale
    int moveElems;  ///< that move together
    void (*pack)(const GridCodes& codes, std::byte* block);
    int blockBytes;
};
constexpr IQ1Type kIQ1S { 32, 32, packIQ1S, 50 };
constexpr IQ1Type kIQ1M { 16, 8, packIQ1M, 56 };

using Index = GridIndex<8, 3, 2048, 64>;

// Made when first needed, the same ever after.
const Index& indexIQ1()
{
    static const Index index(gridIQ1(), [](int byte) { return byte + 1; }, 1);
    return index;
}

/// A group's scale and which of its parts move down: bit p for the elements from p * moveElems on.
struct GroupFit {
    search::Fit fit;
    unsigned down = 0;
};

/// Sums over the values of a group in rising order, up to each of them.
template <int elems> struct Prefixes {
    float products[elems + 1] {}; ///< w x
    float weights[elems + 1] {};  ///< w
    float moves[elems + 1] {};    ///< w times the move
};

/// The best two cuts between -1, 0 and 1 in the rising order of values.
template <int elems> search::Fit bestCuts(const Prefixes<elems>& sums, float movedProducts)
{
    search::Fit best;
    for (int low = 0; low <= elems; ++low) {
        for (int high = low; high <= elems; ++high) {
            const float above = sums.weights[elems] - sums.weights[high];
            const float movesAbove = sums.moves[elems] - sums.moves[high];
            const search::Fit fit { sums.products[elems] - sums.products[high] - sums.products[low] + movedProducts,
                sums.weights[low] + above + 2 * (movesAbove - sums.moves[low]) + kMove * kMove * sums.weights[elems] };
            if (fit.products > 0 && fit.products * fit.products * best.squares > best.products * best.products * fit.squares)
                best = fit;
            else if (best.squares == 0 && fit.products > 0)
                best = fit;
        }
    }
    return best;
}

template <const IQ1Type& type> GroupFit fitGroup(const float* x, const float* w)
{
    constexpr int kElems = type.groupElems;
    int order[kElems];
    std::iota(order, order + kElems, 0);
    std::sort(order, order + kElems, [x](int a, int b) { return x[a] < x[b]; });
    GroupFit best;
    for (unsigned down = 0; down < 1U << (kElems / type.moveElems); ++down) {
        Prefixes<kElems> sums;
        float movedProducts = 0;
        for (int i = 0; i < kElems; ++i) {
            const int at = order[i];
            const float move = (down >> (at / type.moveElems) & 1) != 0 ? -kMove : kMove;
            sums.products[i + 1] = sums.products[i] + w[at] * x[at];
            sums.weights[i + 1] = sums.weights[i] + w[at];
            sums.moves[i + 1] = sums.moves[i] + w[at] * move;
            movedProducts += w[at] * x[at] * move;
        }
        const search::Fit fit = bestCuts<kElems>(sums, movedProducts);
        if (fit.score() > best.fit.score())
            best = { fit, down };
    }
    return best;
}

/// The point that holds 8 values best at a scale and a move, and what it gives.
struct Point {
    int index = 0;
    search::Fit fit;
};
Point pointAt(const float* x, const float* w, float scale, float move)
{
    const Index& grid = indexIQ1();
    float shifted[8];
    unsigned code = 0;
    for (int i = 0; i < 8; ++i) {
        shifted[i] = x[i] - scale * move;
        code |= unsigned(int(search::clampTo(search::roundEven(shifted[i] / scale), -1, 1)) + 1) << (2 * i);
    }
    Point point { grid.nearest(code, shifted, w, scale), {} };
    float values[8];
    for (int i = 0; i < 8; ++i)
        values[i] = grid[point.index][i] + move;
    point.fit = search::fitOf<8>(x, w, values);
    return point;
}

/// The scale of a group whose values lie on points of the grid.
template <const IQ1Type& type> float scaleOnGrid(const float* x, const float* w, const GroupFit& group)
{
    search::Fit fit;
    for (int i = 0; i < type.groupElems; i += 8) {
        const float move = (group.down >> (i / type.moveElems) & 1) != 0 ? -kMove : kMove;
        const Point point = pointAt(x + i, w + i, group.fit.scale(), move);
        fit.products += point.fit.products;
        fit.squares += point.fit.squares;
    }
    return fit.products > 0 ? fit.scale() : group.fit.scale();
}

template <const IQ1Type& type> void quantizeBlock(const float* x, const float* w, std::byte* out)
{
    constexpr int kGroups = kBlock / type.groupElems;
    GroupFit groups[kGroups];
    float scales[kGroups] {};
    for (int g = 0; g < kGroups; ++g) {
        const int at = g * type.groupElems;
        groups[g] = fitGroup<type>(x + at, w + at);
        if (groups[g].fit.scale() > search::kNothing)
            scales[g] = scaleOnGrid<type>(x + at, w + at, groups[g]);
    }
    GridCodes codes {};
    const float unit = *std::max_element(scales, scales + kGroups) / 15;
    search::Fit whole;
    for (int g = 0; unit > 0 && g < kGroups; ++g) {
        codes.scale[g] = std::uint8_t(search::clampTo(search::roundEven(0.5F * (scales[g] / unit - 1)), 0, 7));
        const float multiple = float(2 * codes.scale[g] + 1);
        for (int at = g * type.groupElems; at < (g + 1) * type.groupElems; at += 8) {
            const bool down = (groups[g].down >> (at % type.groupElems / type.moveElems) & 1) != 0;
            const Point point = pointAt(x + at, w + at, unit * multiple, down ? -kMove : kMove);
            codes.index[at / 8] = std::uint16_t(point.index);
            codes.down[at / 8] = down;
            whole.products += point.fit.products * multiple;
            whole.squares += point.fit.squares * multiple * multiple;
        }
    }
    codes.d = f32ToF16(whole.products > 0 ? whole.scale() : unit);
    type.pack(codes, out);
}

template <const IQ1Type& type> void quantize(const QuantizeCall& call) noexcept
{
    std::byte* out = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += kBlock, out += type.blockBytes) {
        const float* x = call.values + at;
        float w[kBlock];
        if (call.importance) {
            search::weigh<kBlock>(x, call.importance + at, 2 * search::meanSquare<kBlock>(x), w);
        } else {
            for (int i = 0; i < kBlock; ++i)
                w[i] = x[i] * x[i];
        }
        quantizeBlock<type>(x, w, out);
    }
}

constexpr QuantizeRow kRows[] {
    { DType::iq1_s, quantize<kIQ1S> },
    { DType::iq1_m, quantize<kIQ1M> },
};

} // namespace

std::span<const QuantizeRow> iq1Quantizers() { return kRows; }

} // namespace cutaway::kernels
