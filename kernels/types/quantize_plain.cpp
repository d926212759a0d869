#include "kernels/types/quantize_families.h"

#include "kernels/types/f16.h"

#include <cstring>

namespace cutaway::kernels {
namespace {

void copyF32(const QuantizeCall& call) noexcept { std::memcpy(call.blocks, call.values, std::size_t(call.n) * sizeof(float)); }

template <std::uint16_t (*narrow)(float)> void narrow16(const QuantizeCall& call) noexcept
{
    for (std::int64_t i = 0; i < call.n; ++i) {
        const std::uint16_t bits = narrow(call.values[i]);
        std::memcpy(call.blocks + 2 * i, &bits, sizeof bits);
    }
}

constexpr QuantizeRow kRows[] {
    { DType::f32, copyF32 },
    { DType::f16, narrow16<f32ToF16> },
    { DType::bf16, narrow16<f32ToBf16> },
};

} // namespace

std::span<const QuantizeRow> plainQuantizers() { return kRows; }

} // namespace cutaway::kernels
