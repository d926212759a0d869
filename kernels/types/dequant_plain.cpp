#include "kernels/types/dequant_families.h"

#include "kernels/types/f16.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

void copyF32(const std::byte* blocks, std::int64_t n, float* out) noexcept { std::memcpy(out, blocks, std::size_t(n) * sizeof(float)); }

template <float (*widen)(std::uint16_t)>
void widen16(const std::byte* blocks, std::int64_t n, float* out) noexcept
{
    for (std::int64_t i = 0; i < n; ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, blocks + 2 * i, sizeof bits);
        out[i] = widen(bits);
    }
}

constexpr DequantRow kRows[] {
    { DType::f32, copyF32 },
    { DType::f16, widen16<f16ToF32> },
    { DType::bf16, widen16<bf16ToF32> },
};

} // namespace

std::span<const DequantRow> plainDequantizers() { return kRows; }

} // namespace cutaway::kernels
