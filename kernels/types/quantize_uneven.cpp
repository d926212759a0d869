#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"
#include "kernels/types/levels.h"
#include "kernels/types/quantize_search.h"

#include <array>
#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kGroup = 32;
constexpr int kBlock = 256;

/// Which level is nearest to each half-integer from the lowest level up: between two levels it changes at a half or whole number.
constexpr int kHalves = 2 * (kUnevenLevels[15] - kUnevenLevels[0]) + 1;
consteval std::array<std::uint8_t, kHalves> nearestLevels()
{
    std::array<std::uint8_t, kHalves> nearest {};
    int level = 0;
    for (int i = 0; i < kHalves; ++i) {
        const int value = i + 2 * kUnevenLevels[0]; // twice the value
        while (level < 15 && value >= kUnevenLevels[level] + kUnevenLevels[level + 1])
            ++level;
        nearest[std::size_t(i)] = std::uint8_t(level);
    }
    return nearest;
}
constexpr auto kNearest = nearestLevels();

/// The number of the nearest level; of two equally near ones the upper.
int nearestLevel(float value)
{
    const float place = search::clampTo(2 * value - 2 * float(kUnevenLevels[0]), 0, kHalves - 1);
    return kNearest[std::size_t(int(place))];
}

search::Fit roundAll(const float* x, const float* w, float inverse)
{
    float levels[kGroup];
    for (int i = 0; i < kGroup; ++i)
        levels[i] = float(kUnevenLevels[nearestLevel(inverse * x[i])]);
    return search::fitOf<kGroup>(x, w, levels);
}

/// The scale of 32 values: the largest one goes near the top level, or near the lowest, which reaches further, in 15 widths.
float fitScale(const float* x, const float* w)
{
    const float largest = search::signedMaximum<kGroup>(x);
    if (std::fabs(largest) < search::kNothing)
        return 0;
    search::Fit best = roundAll(x, w, -float(kUnevenLevels[0]) / largest);
    for (int k = -7; k <= 7; ++k) {
        const search::Fit fit = roundAll(x, w, float(kUnevenLevels[0] + k) / largest);
        if (fit.score() > best.score())
            best = fit;
    }
    return best.scale();
}

float fitGroup(const float* x, const float* importance, float softening)
{
    float w[kGroup];
    if (importance) {
        search::weigh<kGroup>(x, importance, softening, w);
    } else {
        for (int i = 0; i < kGroup; ++i)
            w[i] = x[i] * x[i];
    }
    return fitScale(x, w);
}

/// 16 nibble pairs of 32 values.
void putNibbles(const float* x, float scale, std::byte* pairs)
{
    const float inverse = search::inverseOf(scale);
    for (int i = 0; i < 16; ++i)
        pairs[i] = std::byte(nearestLevel(inverse * x[i]) | nearestLevel(inverse * x[i + 16]) << 4);
}

void putHalf(std::uint16_t half, std::byte* at) { std::memcpy(at, &half, sizeof half); }

/// half d | 16 nibble pairs.
void quantizeIQ4NL(const QuantizeCall& call) noexcept
{
    std::byte* block = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += kGroup, block += 18) {
        const float* x = call.values + at;
        const float softening = call.importance ? 2 * search::meanSquare<kGroup>(x) : 0;
        const float scale = fitGroup(x, call.importance ? call.importance + at : nullptr, softening);
        putHalf(f32ToF16(scale), block);
        putNibbles(x, scale, block + 2);
    }
}

/// half d | 16 bits: upper two of each group's scale | 4 bytes: their lower four | 8 groups of 16 nibble pairs.
void quantizeIQ4XS(const QuantizeCall& call) noexcept
{
    constexpr int kGroups = kBlock / kGroup;
    std::byte* block = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += kBlock, block += 136) {
        const float* x = call.values + at;
        const float softening = call.importance ? 2 * search::meanSquare<kBlock>(x) : 0;
        float scales[kGroups];
        for (int g = 0; g < kGroups; ++g)
            scales[g] = fitGroup(x + kGroup * g, call.importance ? call.importance + at + kGroup * g : nullptr, softening);
        std::memset(block, 0, 8);
        const std::uint16_t half = f32ToF16(-search::signedMaximum<kGroups>(scales) / 32);
        const float d = f16ToF32(half);
        putHalf(half, block);
        std::uint16_t upper = 0;
        for (int g = 0; g < kGroups; ++g) {
            const float code = d != 0 ? search::clampTo(search::roundEven(scales[g] / d), -32, 31) : 0;
            const auto stored = unsigned(int(code) + 32);
            block[4 + g / 2] |= std::byte((stored & 15) << (4 * (g % 2)));
            upper = std::uint16_t(upper | (stored >> 4) << (2 * g));
            putNibbles(x + kGroup * g, d * code, block + 8 + 16 * g);
        }
        putHalf(upper, block + 2);
    }
}

constexpr QuantizeRow kRows[] {
    { DType::iq4_nl, quantizeIQ4NL },
    { DType::iq4_xs, quantizeIQ4XS },
};

} // namespace

std::span<const QuantizeRow> unevenQuantizers() { return kRows; }

} // namespace cutaway::kernels
