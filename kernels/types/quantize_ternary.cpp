#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"
#include "kernels/types/quantize_search.h"

#include <cstring>

// Types of two to four evenly spaced levels. Their models are trained for them: the values lie on the levels already, so nothing is searched.
namespace cutaway::kernels {
namespace {

void putHalf(float value, std::byte* at)
{
    const std::uint16_t half = f32ToF16(value);
    std::memcpy(at, &half, sizeof half);
}

/// Values over the largest magnitude, rounded: 0, 1 or 2 for -d, 0 and d. @return d
template <int count> float digitsOf(const float* x, std::uint8_t* digits)
{
    const float d = std::fabs(search::signedMaximum<count>(x));
    const float inverse = search::inverseOf(d);
    for (int i = 0; i < count; ++i)
        digits[i] = std::uint8_t(int(std::round(x[i] * inverse)) + 1);
    return d;
}

/// The mean of the magnitudes, added up in order, so that equal rows give equal bytes everywhere.
float meanMagnitude(const float* x, int count)
{
    float sum = 0;
    for (int i = 0; i < count; ++i)
        sum += std::fabs(x[i]);
    return sum / float(count);
}

/// half d | one bit an element.
void quantizeQ10(const float* x, std::byte* block)
{
    std::memset(block, 0, 18);
    putHalf(meanMagnitude(x, 128), block);
    for (int i = 0; i < 128; ++i)
        block[2 + i / 8] |= std::byte((x[i] >= 0) << (i % 8));
}

/// half d | two bits an element.
void quantizeQ20(const float* x, std::byte* block)
{
    std::uint8_t digits[64];
    std::memset(block, 0, 18);
    putHalf(digitsOf<64>(x, digits), block);
    for (int i = 0; i < 64; ++i)
        block[2 + i / 4] |= std::byte(digits[i] << (2 * (i % 4)));
}

/// The bytes of ternary digits: digit k of byte m is element k * count + m; the first one weighs most. A byte is the number as a fraction of
/// 256, rounded up, so that three times it leads each digit out again.
void putTrits(const std::uint8_t* digits, int count, int perByte, std::byte* bytes)
{
    for (int m = 0; m < count; ++m) {
        int number = 0;
        for (int k = 0; k < 5; ++k)
            number = 3 * number + (k < perByte ? digits[k * count + m] : 0);
        bytes[m] = std::byte((number * 256 + 242) / 243);
    }
}

/// 32 + 16 bytes of five ternary digits | 4 bytes of four | half d.
void quantizeTQ10(const float* x, std::byte* block)
{
    std::uint8_t digits[256];
    putHalf(digitsOf<256>(x, digits), block + 52);
    putTrits(digits, 32, 5, block);
    putTrits(digits + 160, 16, 5, block + 32);
    putTrits(digits + 240, 4, 4, block + 48);
}

/// 64 bytes of four two-bit values, each half of the block by itself | half d.
void quantizeTQ20(const float* x, std::byte* block)
{
    std::uint8_t digits[256];
    std::memset(block, 0, 64);
    putHalf(digitsOf<256>(x, digits), block + 64);
    for (int i = 0; i < 256; ++i)
        block[i / 128 * 32 + i % 32] |= std::byte(digits[i] << (2 * (i / 32 % 4)));
}

template <void (*quantizeBlock)(const float*, std::byte*), int elems, int bytes> void eachBlock(const QuantizeCall& call) noexcept
{
    for (std::int64_t b = 0; b < call.n / elems; ++b)
        quantizeBlock(call.values + b * elems, call.blocks + b * bytes);
}

constexpr QuantizeRow kRows[] {
    { DType::q1_0, eachBlock<quantizeQ10, 128, 18> },
    { DType::q2_0, eachBlock<quantizeQ20, 64, 18> },
    { DType::tq1_0, eachBlock<quantizeTQ10, 256, 54> },
    { DType::tq2_0, eachBlock<quantizeTQ20, 256, 66> },
};

} // namespace

std::span<const QuantizeRow> ternaryQuantizers() { return kRows; }

} // namespace cutaway::kernels
