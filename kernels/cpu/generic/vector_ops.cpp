#include "kernels/cpu/generic/vector_ops.h"

#include <cmath>

namespace cutaway::kernels::generic {
namespace {

constexpr int kLanes = 8; ///< partial sums side by side: short chains of additions, and the compiler may use vectors

float sumOfSquares(const float* x, std::int64_t n)
{
    float sums[kLanes] {};
    const std::int64_t whole = n / kLanes * kLanes;
    for (std::int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane)
            sums[lane] += x[i + lane] * x[i + lane];
    }
    for (std::int64_t i = whole; i < n; ++i)
        sums[i - whole] += x[i] * x[i];
    float total = 0;
    for (const float sum : sums)
        total += sum;
    return total;
}

float silu(float x) { return x / (1.0f + std::exp(-x)); }

/// x/2 (1 + tanh u) = x / (1 + e^-2u), without the cancellation at large negative x.
float gelu(float x)
{
    constexpr float kMinusTwoRootTwoOverPi = -1.59576912f;
    return x / (1.0f + std::exp(kMinusTwoRootTwoOverPi * x * (1.0f + 0.044715f * x * x)));
}

} // namespace

void rmsNorm(const float* x, const float* w, float eps, std::int64_t n, float* y) noexcept
{
    const float factor = 1.0f / std::sqrt(sumOfSquares(x, n) / float(n) + eps);
    for (std::int64_t i = 0; i < n; ++i)
        y[i] = x[i] * factor * (w ? w[i] : 1.0f);
}

void rope(float* x, std::int32_t nRot, const float* cosSin, bool interleaved) noexcept
{
    const std::int32_t half = nRot / 2;
    for (std::int32_t i = 0; i < half; ++i) {
        float& a = interleaved ? x[2 * i] : x[i];
        float& b = interleaved ? x[2 * i + 1] : x[half + i];
        const float c = cosSin[2 * i], s = cosSin[2 * i + 1];
        const float rotated = a * c - b * s;
        b = a * s + b * c;
        a = rotated;
    }
}

void add(const float* a, const float* b, std::int64_t n, float* y) noexcept
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i] = a[i] + b[i];
}

void scale(const float* x, float factor, std::int64_t n, float* y) noexcept
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i] = x[i] * factor;
}

void glu(cpu::GluKind kind, const float* gate, const float* up, std::int64_t n, float* y) noexcept
{
    switch (kind) {
    case cpu::GluKind::silu:
        for (std::int64_t i = 0; i < n; ++i)
            y[i] = silu(gate[i]) * up[i];
        return;
    case cpu::GluKind::gelu:
        for (std::int64_t i = 0; i < n; ++i)
            y[i] = gelu(gate[i]) * up[i];
        return;
    }
}

void softcap(const float* x, float cap, std::int64_t n, float* y) noexcept
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i] = cap * std::tanh(x[i] / cap);
}

} // namespace cutaway::kernels::generic
