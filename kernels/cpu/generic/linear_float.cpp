#include "kernels/cpu/generic/linear_families.h"

#include "kernels/types/dequant.h"

namespace cutaway::kernels::generic {
namespace {

constexpr std::int64_t kLanes = 8; ///< partial sums side by side: short chains of additions, and the compiler may use vectors

float dot(const float* w, const float* x, std::int64_t k)
{
    float sums[kLanes] {};
    const std::int64_t whole = k / kLanes * kLanes;
    for (std::int64_t i = 0; i < whole; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[lane] += w[i + lane] * x[i + lane];
    }
    for (std::int64_t i = whole; i < k; ++i)
        sums[i - whole] += w[i] * x[i];
    float total = 0;
    for (const float sum : sums)
        total += sum;
    return total;
}

template <DType type>
void linear(const cpu::LinearArgs& a) noexcept
{
    const auto* x = reinterpret_cast<const float*>(a.acts);
    auto* row = reinterpret_cast<float*>(a.scratch);
    const auto stride = std::int64_t(rowBytes(type, std::uint64_t(a.k)));
    for (std::int64_t r = a.rowBegin; r < a.rowEnd; ++r) {
        dequantizeRow(type, a.weights + r * stride, a.k, row);
        for (std::int32_t t = 0; t < a.nTokens; ++t)
            a.y[t * a.ldY + r] = dot(row, x + t * a.k, a.k);
    }
}

std::size_t scratchBytes(std::int64_t k, std::int32_t) noexcept { return std::size_t(k) * sizeof(float); }

} // namespace

const cpu::LinearKernels* floatLinear(DType type) noexcept
{
    static constexpr cpu::LinearKernels kF32 { linear<DType::f32>, scratchBytes };
    static constexpr cpu::LinearKernels kF16 { linear<DType::f16>, scratchBytes };
    static constexpr cpu::LinearKernels kBf16 { linear<DType::bf16>, scratchBytes };
    return type == DType::f32 ? &kF32 : type == DType::f16 ? &kF16 : type == DType::bf16 ? &kBf16 : nullptr;
}

} // namespace cutaway::kernels::generic
