#include "kernels/cpu/generic/linear_families.h"

#include "kernels/cpu/generic/q8per32.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cutaway::kernels::generic {
namespace {

/// Blocks below this are zero: the inverse of their scale would overflow.
constexpr float kSmallest = 0x1p-100f;

ActBlock quantize(const float* x) noexcept
{
    float largest = 0;
    bool finite = true;
    for (int i = 0; i < 32; ++i) {
        largest = std::max(largest, std::fabs(x[i]));
        finite &= std::isfinite(x[i]);
    }
    ActBlock block {};
    if (!finite) {
        block.d = std::numeric_limits<float>::quiet_NaN();
        block.sum = block.d;
        return block;
    }
    if (largest < kSmallest)
        return block;
    block.d = largest / 127.0f;
    const float inverse = 127.0f / largest;
    int sum = 0;
    for (int i = 0; i < 32; ++i) {
        // Ties go to even, as the vector conversions do; so every instruction set rounds to the same integers.
        block.q[i] = std::int8_t(std::lrint(x[i] * inverse));
        sum += block.q[i];
    }
    block.sum = block.d * float(sum);
    return block;
}

} // namespace

std::size_t q8per32Bytes(std::int64_t k, std::int32_t nTokens) noexcept
{
    return std::size_t(k / 32) * std::size_t(nTokens) * sizeof(ActBlock);
}

void prepareQ8per32(const cpu::ActArgs& args) noexcept
{
    auto* const out = reinterpret_cast<ActBlock*>(args.out);
    for (std::int64_t t = args.tokenBegin; t < args.tokenEnd; ++t) {
        for (std::int64_t b = args.kBegin / 32; b < args.kEnd / 32; ++b)
            out[t * (args.k / 32) + b] = quantize(args.x + t * args.ldX + 32 * b);
    }
}

} // namespace cutaway::kernels::generic
