#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cutaway::kernels {
namespace {

constexpr int kBlock = 32;

/// half d | 32 signed bytes. The quants follow from d before it is rounded to half.
void quantizeQ8_0(const QuantizeCall& call) noexcept
{
    std::byte* block = call.blocks;
    for (std::int64_t b = 0; b < call.n / kBlock; ++b, block += 2 + kBlock) {
        const float* x = call.values + b * kBlock;
        float largest = 0;
        for (int i = 0; i < kBlock; ++i)
            largest = std::max(largest, std::fabs(x[i]));
        const float d = largest / 127;
        const float inverse = d != 0 ? 1 / d : 0;
        const std::uint16_t half = f32ToF16(d);
        std::memcpy(block, &half, sizeof half);
        for (int i = 0; i < kBlock; ++i)
            block[2 + i] = std::byte(std::int8_t(std::round(x[i] * inverse)));
    }
}

constexpr QuantizeRow kRows[] {
    { DType::q8_0, quantizeQ8_0 },
};

} // namespace

std::span<const QuantizeRow> legacyQuantizers() { return kRows; }

} // namespace cutaway::kernels
