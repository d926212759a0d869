#include "kernels/types/quantize_families.h"

#include "kernels/types/affine_search.h"
#include "kernels/types/f16.h"
#include "kernels/types/pack_k.h"

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 256;

using search::AffineTries;

/// A K type whose values lie above a minimum: scale * level - minimum.
struct AffineType {
    int groupElems;
    int topLevel;
    int topScale;      ///< of the codes that scales and minimums become
    AffineTries tries; ///< without importance data
    void (*pack)(const KCodes& codes, std::byte* block);
    int blockBytes;
    int meanSquares; ///< how many mean squares of the block soften the weights that importance data give
};
constexpr AffineTries kTriesWithImportance { -0.9F, 0.05F, 36 };

constexpr AffineType kQ2K { 16, 3, 15, { -0.5F, 0.1F, 15, true }, packQ2K, 84, 1 };
constexpr AffineType kQ4K { 32, 15, 63, { -1.0F, 0.1F, 20 }, packQ4K, 144, 2 };
constexpr AffineType kQ5K { 32, 31, 63, { -0.5F, 0.1F, 15 }, packQ5K, 176, 2 };

/// Without importance data, large values count more.
template <const AffineType& type> void ownWeights(const float* x, float* w)
{
    const float base = type.tries.absolute ? 0 : std::sqrt(search::meanSquare<type.groupElems>(x));
    for (int i = 0; i < type.groupElems; ++i)
        w[i] = base + std::fabs(x[i]);
}

/// Brings positive scales to codes. @param weights of the groups; nullptr: all alike, and the largest becomes `top`
/// @return the unit
float encodeScales(const float* scales, const float* weights, int count, int top, std::uint8_t* codes)
{
    float levels[16];
    float unit = *std::max_element(scales, scales + count) / float(top);
    if (weights) {
        unit = search::fitPositive(scales, weights, count, top, levels);
    } else {
        for (int g = 0; g < count; ++g)
            levels[g] = unit > 0 ? search::clampTo(search::roundEven(scales[g] / unit), 0, float(top)) : 0;
    }
    for (int g = 0; g < count; ++g)
        codes[g] = std::uint8_t(levels[g]);
    return unit;
}

template <const AffineType& type> void quantizeAffineBlock(const float* x, const float* importance, std::byte* block)
{
    constexpr int kGroup = type.groupElems;
    constexpr int kGroups = kBlock / kGroup;
    const float softening = importance ? float(type.meanSquares) * search::meanSquare<kBlock>(x) : 0;
    float scales[kGroups];
    float minimums[kGroups];
    float groupWeights[kGroups];
    float levels[kBlock];
    for (int g = 0; g < kGroups; ++g) {
        float w[kGroup];
        if (importance)
            search::weigh<kGroup>(x + g * kGroup, importance + g * kGroup, softening, w);
        else
            ownWeights<type>(x + g * kGroup, w);
        groupWeights[g] = search::sum<kGroup>([&w](int i) { return w[i]; });
        const auto fit = search::fitAffine<kGroup>(
            x + g * kGroup, w, type.topLevel, importance ? kTriesWithImportance : type.tries, levels + g * kGroup);
        scales[g] = fit.scale;
        minimums[g] = fit.minimum;
    }
    KCodes codes {};
    codes.d = f32ToF16(encodeScales(scales, importance ? groupWeights : nullptr, kGroups, type.topScale, codes.scale));
    codes.dmin = f32ToF16(encodeScales(minimums, importance ? groupWeights : nullptr, kGroups, type.topScale, codes.min));
    // The levels again, for the scales as they are stored.
    for (int g = 0; g < kGroups; ++g) {
        const float scale = f16ToF32(codes.d) * float(codes.scale[g]);
        const float minimum = f16ToF32(codes.dmin) * float(codes.min[g]);
        for (int i = g * kGroup; i < (g + 1) * kGroup; ++i) {
            const float level = scale != 0 ? search::roundEven((x[i] + minimum) / scale) : levels[i];
            codes.q[i] = std::uint8_t(search::clampTo(level, 0, float(type.topLevel)));
        }
    }
    type.pack(codes, block);
}

/// A K type whose values lie on both sides of zero: scale * level, 16 groups of 16, scales of either sign.
struct SymmetricType {
    int topLevel;        ///< levels -topLevel .. topLevel - 1
    int topScale;        ///< codes -topScale .. topScale - 1
    int storedScaleZero; ///< what stored codes exceed the meant ones by
    bool refine;         ///< without importance data: move single levels in place of trying widths
    void (*pack)(const KCodes& codes, std::byte* block);
    int blockBytes;
};
constexpr SymmetricType kQ3K { 4, 32, 32, true, packQ3K, 110 };
constexpr SymmetricType kQ6K { 32, 128, 0, false, packQ6K, 210 };

/// A group's levels by moving single ones, with the squares of values as weights.
float fitByMoves(const float* x, const float* w, int top, float* levels)
{
    const float largest = search::signedMaximum<16>(x);
    if (std::fabs(largest) < search::kNothing) {
        std::fill_n(levels, 16, 0.0F);
        return 0;
    }
    for (int i = 0; i < 16; ++i)
        levels[i] = search::clampTo(search::roundEven(x[i] * -float(top) / largest), float(-top), float(top - 1));
    search::Fit fit = search::fitOf<16>(x, w, levels);
    if (fit.products >= 0)
        return search::refineLevels(x, w, 16, float(-top), float(top - 1), levels, fit).scale();
    // Moves are written for positive scales: the same with all values turned.
    float turned[16];
    std::transform(x, x + 16, turned, [](float value) { return -value; });
    fit.products = -fit.products;
    return -search::refineLevels(turned, w, 16, float(-top), float(top - 1), levels, fit).scale();
}

template <const SymmetricType& type> void quantizeSymmetricBlock(const float* x, const float* importance, std::byte* block)
{
    constexpr int kGroups = 16;
    const float softening = importance ? 2 * search::meanSquare<kBlock>(x) : 0;
    float scales[kGroups];
    float groupWeights[kGroups];
    float levels[kBlock];
    for (int g = 0; g < kGroups; ++g) {
        const float* group = x + 16 * g;
        float w[16];
        for (int i = 0; i < 16; ++i)
            w[i] = importance && !type.refine ? importance[16 * g + i] : group[i] * group[i];
        if (importance && type.refine)
            search::weigh<16>(group, importance + 16 * g, softening, w);
        groupWeights[g] = search::sum<16>([&w](int i) { return w[i]; });
        scales[g] = type.refine && !importance ? fitByMoves(group, w, type.topLevel, levels + 16 * g)
                                               : search::fitSymmetric<16>(group, w, type.topLevel, levels + 16 * g);
    }
    KCodes codes {};
    float scaleCodes[kGroups] {};
    const float largest = search::signedMaximum<kGroups>(scales);
    float unit = 0;
    if (std::fabs(largest) >= search::kNothing) {
        unit = largest / -float(type.topScale);
        if (importance && type.refine)
            unit = search::fitSymmetric<kGroups>(scales, groupWeights, type.topScale, scaleCodes);
        else
            std::transform(scales, scales + kGroups, scaleCodes, [unit](float scale) {
                return search::clampTo(search::roundEven(scale / unit), -float(type.topScale), float(type.topScale - 1));
            });
    }
    codes.d = f32ToF16(unit);
    for (int g = 0; g < kGroups; ++g) {
        codes.scale[g] = std::uint8_t(int(scaleCodes[g]) + type.storedScaleZero);
        const float scale = f16ToF32(codes.d) * scaleCodes[g];
        for (int i = 16 * g; i < 16 * (g + 1); ++i) {
            const float level = scale != 0 ? search::roundEven(x[i] / scale) : levels[i];
            codes.q[i] = std::uint8_t(int(search::clampTo(level, -float(type.topLevel), float(type.topLevel - 1))) + type.topLevel);
        }
    }
    type.pack(codes, block);
}

template <auto quantizeBlock, int blockBytes> void eachBlock(const QuantizeCall& call) noexcept
{
    for (std::int64_t b = 0; b < call.n / kBlock; ++b)
        quantizeBlock(call.values + b * kBlock, call.importance ? call.importance + b * kBlock : nullptr, call.blocks + b * blockBytes);
}

template <const AffineType& type> constexpr Quantizer kAffine = eachBlock<quantizeAffineBlock<type>, type.blockBytes>;
template <const SymmetricType& type> constexpr Quantizer kSymmetric = eachBlock<quantizeSymmetricBlock<type>, type.blockBytes>;

constexpr QuantizeRow kRows[] {
    { DType::q2_K, kAffine<kQ2K> },
    { DType::q3_K, kSymmetric<kQ3K> },
    { DType::q4_K, kAffine<kQ4K> },
    { DType::q5_K, kAffine<kQ5K> },
    { DType::q6_K, kSymmetric<kQ6K> },
};

} // namespace

std::span<const QuantizeRow> kQuantizers() { return kRows; }

} // namespace cutaway::kernels
