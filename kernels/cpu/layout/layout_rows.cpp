#include "kernels/cpu/layout/layout_families.h"

#include "kernels/types/dequant.h"

#include <cstring>

namespace cutaway::kernels::cpu {
namespace {

template <DType type> std::size_t packedBytes(std::int64_t rows, std::int64_t k) noexcept
{
    return std::size_t(rowBytes(type, std::uint64_t(k)) * std::uint64_t(rows));
}

template <DType type>
void pack(const std::byte* src, std::int64_t, std::int64_t k, std::int64_t rowBegin, std::int64_t rowEnd, std::byte* dst) noexcept
{
    std::memcpy(dst + packedBytes<type>(rowBegin, k), src, packedBytes<type>(rowEnd - rowBegin, k));
}

template <DType type> void unpackRow(const std::byte* packed, std::int64_t k, std::int64_t row, float* out) noexcept
{
    dequantizeRow(type, packed + packedBytes<type>(row, k), k, out);
}

template <DType type, ActKind acts> constexpr PackedLayout rows()
{
    return { .type = type, .acts = acts, .packedBytes = packedBytes<type>, .pack = pack<type>, .unpackRow = unpackRow<type> };
}

constexpr PackedLayout kLayoutRows[] {
    rows<DType::f32, ActKind::f32>(),
    rows<DType::f16, ActKind::f32>(),
    rows<DType::bf16, ActKind::f32>(),
    rows<DType::iq4_nl, ActKind::q8per32>(),
    rows<DType::mxfp4, ActKind::q8per32>(),
    rows<DType::nvfp4, ActKind::q8per32>(),
    rows<DType::q1_0, ActKind::q8per32>(),
    rows<DType::q2_0, ActKind::q8per32>(),
    rows<DType::iq1_s, ActKind::q8per256>(),
    rows<DType::iq1_m, ActKind::q8per256>(),
    rows<DType::iq2_xxs, ActKind::q8per256>(),
    rows<DType::iq2_xs, ActKind::q8per256>(),
    rows<DType::iq2_s, ActKind::q8per256>(),
    rows<DType::iq3_xxs, ActKind::q8per256>(),
    rows<DType::iq3_s, ActKind::q8per256>(),
    rows<DType::iq4_xs, ActKind::q8per256>(),
    rows<DType::tq1_0, ActKind::q8per256>(),
    rows<DType::tq2_0, ActKind::q8per256>(),
};

} // namespace

std::span<const PackedLayout> rowLayouts() { return kLayoutRows; }

} // namespace cutaway::kernels::cpu
