#include "kernels/types/quantize_families.h"

#include "kernels/types/levels.h"
#include "kernels/types/quantize_search.h"
#include "kernels/types/small_floats.h"

namespace cutaway::kernels {
namespace {

/// The nibble of the level nearest to a value in units of the scale; of two equally near ones that of the smaller magnitude.
std::uint8_t nearestE2M1(float value)
{
    const float magnitude = std::fabs(value);
    int code = 0;
    for (int k = 0; k < 7; ++k)
        code += magnitude > 0.5F * float(kDoubledE2M1[k] + kDoubledE2M1[k + 1]);
    return std::uint8_t(value < 0 && code > 0 ? code | 8 : code);
}

/// `count` bytes: the low nibbles are the first half of the elements.
void putNibbles(const float* x, float scale, int count, std::byte* pairs)
{
    const float inverse = search::inverseOf(scale);
    for (int i = 0; i < count; ++i)
        pairs[i] = std::byte(nearestE2M1(x[i] * inverse) | nearestE2M1(x[i + count] * inverse) << 4);
}

/// E8M0 scale | 16 nibble pairs. The scale is the power of two that puts the largest magnitude between the levels 4 and 8.
void quantizeMXFP4(const QuantizeCall& call) noexcept
{
    std::byte* block = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += 32, block += 17) {
        const float* x = call.values + at;
        const float largest = std::fabs(search::signedMaximum<32>(x));
        const int exponent = largest > 0 ? std::clamp(std::ilogb(largest) - 2 + 127, 0, 254) : 0;
        block[0] = std::byte(exponent);
        putNibbles(x, halfOfE8M0(std::uint32_t(exponent)), 16, block + 1);
    }
}

/// 4 E4M3 scales | 4 groups of 8 nibble pairs. The largest magnitude of a group becomes the largest level, 6.
void quantizeNVFP4(const QuantizeCall& call) noexcept
{
    std::byte* block = call.blocks;
    for (std::int64_t at = 0; at < call.n; at += 64, block += 36) {
        for (int g = 0; g < 4; ++g) {
            const float* x = call.values + at + 16 * g;
            const std::uint8_t scale = f32ToE4M3(std::fabs(search::signedMaximum<16>(x)) / 6);
            block[g] = std::byte(scale);
            putNibbles(x, halfOfE4M3(scale), 8, block + 4 + 8 * g);
        }
    }
}

constexpr QuantizeRow kRows[] {
    { DType::mxfp4, quantizeMXFP4 },
    { DType::nvfp4, quantizeNVFP4 },
};

} // namespace

std::span<const QuantizeRow> fp4Quantizers() { return kRows; }

} // namespace cutaway::kernels
