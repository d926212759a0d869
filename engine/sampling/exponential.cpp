#include "engine/sampling/exponential.h"

#include <bit>
#include <cstdint>

namespace cutaway::sampling {

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

} // namespace cutaway::sampling
