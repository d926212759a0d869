#include "kernels/types/f16.h"

#include "tests/support/catch.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace cutaway::kernels;

namespace {

/// The value of a finite half, straight from the definition of the format.
double halfValue(std::uint32_t half)
{
    const double sign = half & 0x8000 ? -1 : 1;
    const int exponent = int(half >> 10 & 31);
    const double mantissa = half & 1023;
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

} // namespace

TEST_CASE("every half widens exactly and comes back")
{
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
        const float wide = f16ToF32(std::uint16_t(half));
        const std::uint32_t magnitude = half & 0x7fff;
        INFO(half);
        if (magnitude > 0x7c00) {
            REQUIRE(std::isnan(wide));
            REQUIRE(f32ToF16(wide) == (0x7e00 | (half & 0x8000)));
            continue;
        }
        if (magnitude == 0x7c00)
            REQUIRE(std::isinf(wide));
        else
            REQUIRE(double(wide) == halfValue(half));
        REQUIRE(std::signbit(wide) == bool(half & 0x8000));
        REQUIRE(f32ToF16(wide) == half);
    }
}

TEST_CASE("values between two halves go to the nearer, ties to even")
{
    for (std::uint32_t half = 0; half < 0x7bff; ++half) {
        const float below = f16ToF32(std::uint16_t(half));
        const float above = f16ToF32(std::uint16_t(half + 1));
        const float middle = below + (above - below) / 2;
        INFO(half);
        REQUIRE(f32ToF16(middle) == half + (half & 1));
        REQUIRE(f32ToF16(std::nextafter(middle, 0.0f)) == half);
        REQUIRE(f32ToF16(std::nextafter(middle, above)) == half + 1);
        REQUIRE(f32ToF16(-middle) == (0x8000 | (half + (half & 1))));
    }
    const float largest = f16ToF32(0x7bff);
    CHECK(f32ToF16(std::nextafter(largest + 16, 0.0f)) == 0x7bff);
    CHECK(f32ToF16(largest + 16) == 0x7c00);
    CHECK(f32ToF16(std::numeric_limits<float>::max()) == 0x7c00);
    CHECK(f32ToF16(-std::numeric_limits<float>::infinity()) == 0xfc00);
}

TEST_CASE("bfloat16 rounds to nearest even and keeps NaN")
{
    for (std::uint32_t high = 0; high < 0x7f7f; ++high) {
        const std::uint32_t bits = high << 16;
        INFO(high);
        REQUIRE(f32ToBf16(bf16ToF32(std::uint16_t(high))) == high);
        REQUIRE(f32ToBf16(std::bit_cast<float>(bits | 0x7fff)) == high);
        REQUIRE(f32ToBf16(std::bit_cast<float>(bits | 0x8000)) == high + (high & 1));
        REQUIRE(f32ToBf16(std::bit_cast<float>(bits | 0x8001)) == high + 1);
    }
    CHECK(std::isnan(bf16ToF32(f32ToBf16(std::bit_cast<float>(0x7f800001u)))));
    CHECK(f32ToBf16(std::numeric_limits<float>::infinity()) == 0x7f80);
}
