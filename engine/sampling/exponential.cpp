#include "engine/sampling/exponential.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cutaway::sampling {
namespace {

/// Values side by side: their chains of products do not wait for each other, and the compiler puts them into vectors.
constexpr std::size_t kLanes = 16;

/// For x <= 0, to within 2 units of the last place of a float; e^-87 for all that is smaller or not a number.
inline float exponentialOfFloat(float x)
{
    constexpr float kSmallest = -87.0F; // above the first subnormal result
    x = x > kSmallest ? x : kSmallest;
    constexpr float kLog2E = 1.44269504F, kLn2High = 0.693359375F, kLn2Low = -2.12194440e-4F;
    const auto exponent = std::int32_t(x * kLog2E - 0.5F);
    const float r = (x - float(exponent) * kLn2High) - float(exponent) * kLn2Low;
    // Taylor's series; the first term left out, r^8 / 8!, is below 1e-8.
    float sum = 1.0F / 5040;
    for (const float term : { 1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F })
        sum = sum * r + term;
    return sum * std::bit_cast<float>((exponent + 127) << 23);
}

} // namespace

double exponential(double x) noexcept
{
    constexpr double kSmallest = -700.0; // above the first subnormal result
    if (!(x >= kSmallest))
        return 0.0;
    constexpr double kLog2E = 1.4426950408889634;
    // ln 2 in two parts: the first has trailing zeros, so that its products with small integers are exact.
    constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
    const auto exponent = std::int32_t(x * kLog2E - 0.5);
    const double r = (x - exponent * kLn2High) - exponent * kLn2Low; // |r| <= ln 2 / 2
    // Taylor's series; the first term left out, r^14 / 14!, is below 1e-17.
    constexpr double kTerms[] { 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
        1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0 };
    double sum = 0;
    for (const double term : kTerms)
        sum = sum * r + term;
    const auto bits = std::uint64_t(exponent + 1023) << 52;
    return sum * std::bit_cast<double>(bits);
}

double exponentialSum(std::span<const float> values, float best) noexcept
{
    std::array<double, kLanes> sums {};
    for (std::size_t base = 0; base < values.size(); base += kLanes) {
        std::array<float, kLanes> x;
        const std::size_t count = values.size() - base < kLanes ? values.size() - base : kLanes;
        x.fill(-std::numeric_limits<float>::infinity());
        for (std::size_t i = 0; i < count; ++i)
            x[i] = values[base + i] == best ? 0.0F : values[base + i] - best; // the best may be infinite
        for (std::size_t i = 0; i < kLanes; ++i)
            sums[i] += double(exponentialOfFloat(x[i]));
    }
    double sum = 0;
    for (const double lane : sums)
        sum += lane;
    return sum;
}

} // namespace cutaway::sampling
