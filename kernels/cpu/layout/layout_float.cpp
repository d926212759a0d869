#include "kernels/cpu/layout/layout_families.h"

#include "kernels/types/dequant.h"

#include <cstring>

namespace cutaway::kernels::cpu {
namespace {

template <DType type>
std::size_t packedBytes(std::int64_t rows, std::int64_t k) noexcept
{
    return std::size_t(rowBytes(type, std::uint64_t(k)) * std::uint64_t(rows));
}

template <DType type>
void pack(const std::byte* src, std::int64_t, std::int64_t k, std::int64_t rowBegin, std::int64_t rowEnd, std::byte* dst) noexcept
{
    std::memcpy(dst + packedBytes<type>(rowBegin, k), src, packedBytes<type>(rowEnd - rowBegin, k));
}

template <DType type>
void unpackRow(const std::byte* packed, std::int64_t k, std::int64_t row, float* out) noexcept
{
    dequantizeRow(type, packed + packedBytes<type>(row, k), k, out);
}

template <DType type>
constexpr PackedLayout kPlainRows { type, ActKind::f32, packedBytes<type>, pack<type>, unpackRow<type> };

constexpr PackedLayout kFloatLayouts[] { kPlainRows<DType::f32>, kPlainRows<DType::f16>, kPlainRows<DType::bf16> };

} // namespace

std::span<const PackedLayout> floatLayouts() { return kFloatLayouts; }

} // namespace cutaway::kernels::cpu
