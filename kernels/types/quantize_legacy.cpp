#include "kernels/types/quantize_families.h"

#include "kernels/types/affine_search.h"
#include "kernels/types/f16.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 32;

/// half d | 32 signed bytes. The quants follow from d before it is rounded to half.
void quantizeQ80(const QuantizeCall& call) noexcept
{
    std::byte* block = call.blocks;
    for (std::int64_t b = 0; b < call.n / kBlock; ++b, block += 2 + kBlock) {
        const float* x = call.values + b * kBlock;
        float largest = 0;
        for (int i = 0; i < kBlock; ++i)
            largest = std::max(largest, std::fabs(x[i]));
        const float d = largest / 127;
        const float inverse = search::inverseOf(d);
        const std::uint16_t half = f32ToF16(d);
        std::memcpy(block, &half, sizeof half);
        for (int i = 0; i < kBlock; ++i)
            block[2 + i] = std::byte(std::int8_t(std::round(x[i] * inverse)));
    }
}

/// Levels of a block with their scale and what they stand above; stored levels run from 0 up.
struct Levels {
    float d = 0;
    float m = 0;
    std::uint8_t q[kBlock];
};

/// The largest value becomes the lowest level, which reaches further than the highest.
void fitSymmetric(const float* x, const float* w, int top, Levels& out)
{
    if (w) {
        float levels[kBlock];
        out.d = search::fitSymmetric<kBlock>(x, w, top, levels);
        for (int i = 0; i < kBlock; ++i)
            out.q[i] = std::uint8_t(int(levels[i]) + top);
        return;
    }
    out.d = search::signedMaximum<kBlock>(x) / -float(top);
    const float inverse = search::inverseOf(out.d);
    const float toNearest = float(top) + 0.5F;
    for (int i = 0; i < kBlock; ++i)
        out.q[i] = std::uint8_t(std::min(2 * top - 1, int(x[i] * inverse + toNearest)));
}

void fitAffine(const float* x, const float* w, int top, Levels& out)
{
    if (w) {
        float levels[kBlock];
        const search::Affine fit = search::fitAffine<kBlock>(x, w, top, { -0.9F, 0.05F, 36 }, levels);
        std::copy_n(levels, kBlock, out.q);
        out.d = fit.scale;
        out.m = -fit.minimum;
        return;
    }
    const auto [low, high] = search::rangeOf<kBlock>(x);
    out.m = low;
    out.d = (high - low) / float(top);
    const float inverse = search::inverseOf(out.d);
    const float toNearest = 0.5F;
    for (int i = 0; i < kBlock; ++i)
        out.q[i] = std::uint8_t(std::min(top, int((x[i] - out.m) * inverse + toNearest)));
}

/// half d | half m (types with a minimum) | fifth bits (5-bit types) | 16 nibble pairs.
template <int bits, bool hasMin> void pack(const Levels& levels, std::byte* block)
{
    constexpr int kPlaneAt = hasMin ? 4 : 2;
    constexpr int kQuantsAt = kPlaneAt + (bits == 5 ? 4 : 0);
    const std::uint16_t d = f32ToF16(levels.d);
    std::memcpy(block, &d, sizeof d);
    if constexpr (hasMin) {
        const std::uint16_t m = f32ToF16(levels.m);
        std::memcpy(block + 2, &m, sizeof m);
    }
    for (int i = 0; i < kBlock / 2; ++i)
        block[kQuantsAt + i] = std::byte((levels.q[i] & 15) | (levels.q[i + kBlock / 2] & 15) << 4);
    if constexpr (bits == 5) {
        std::uint32_t fifthBits = 0;
        for (int i = 0; i < kBlock; ++i)
            fifthBits |= std::uint32_t(levels.q[i] >> 4) << i;
        std::memcpy(block + kPlaneAt, &fifthBits, sizeof fifthBits);
    }
}

template <int bits, bool hasMin> void quantizeNibbles(const QuantizeCall& call) noexcept
{
    constexpr int kBytes = (hasMin ? 4 : 2) + (bits == 5 ? 4 : 0) + kBlock / 2;
    double squares = 0;
    for (std::int64_t i = 0; call.importance && i < call.n; ++i)
        squares += double(call.values[i]) * call.values[i];
    const auto meanSquare = float(squares / double(call.n));
    std::byte* block = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += kBlock, block += kBytes) {
        float weights[kBlock];
        if (call.importance)
            search::weigh<kBlock>(call.values + at, call.importance + at, meanSquare, weights);
        Levels levels;
        if constexpr (hasMin)
            fitAffine(call.values + at, call.importance ? weights : nullptr, (1 << bits) - 1, levels);
        else
            fitSymmetric(call.values + at, call.importance ? weights : nullptr, 1 << (bits - 1), levels);
        pack<bits, hasMin>(levels, block);
    }
}

constexpr QuantizeRow kRows[] {
    { DType::q4_0, quantizeNibbles<4, false> },
    { DType::q4_1, quantizeNibbles<4, true> },
    { DType::q5_0, quantizeNibbles<5, false> },
    { DType::q5_1, quantizeNibbles<5, true> },
    { DType::q8_0, quantizeQ80 },
};

} // namespace

std::span<const QuantizeRow> legacyQuantizers() { return kRows; }

} // namespace cutaway::kernels
