#include "kernels/types/dtype.h"

#include <algorithm>
#include <array>

namespace cutaway::kernels {
namespace {

constexpr std::array kTypes {
    DTypeInfo { DType::f32, "F32", 1, 4, false },
    DTypeInfo { DType::f16, "F16", 1, 2, false },
    DTypeInfo { DType::q4_0, "Q4_0", 32, 18, true },
    DTypeInfo { DType::q4_1, "Q4_1", 32, 20, true },
    DTypeInfo { DType::q5_0, "Q5_0", 32, 22, true },
    DTypeInfo { DType::q5_1, "Q5_1", 32, 24, true },
    DTypeInfo { DType::q8_0, "Q8_0", 32, 34, true },
    DTypeInfo { DType::q8_1, "Q8_1", 32, 36, true },
    DTypeInfo { DType::q2_K, "Q2_K", 256, 84, true },
    DTypeInfo { DType::q3_K, "Q3_K", 256, 110, true },
    DTypeInfo { DType::q4_K, "Q4_K", 256, 144, true },
    DTypeInfo { DType::q5_K, "Q5_K", 256, 176, true },
    DTypeInfo { DType::q6_K, "Q6_K", 256, 210, true },
    DTypeInfo { DType::q8_K, "Q8_K", 256, 292, true },
    DTypeInfo { DType::iq2_xxs, "IQ2_XXS", 256, 66, true },
    DTypeInfo { DType::iq2_xs, "IQ2_XS", 256, 74, true },
    DTypeInfo { DType::iq3_xxs, "IQ3_XXS", 256, 98, true },
    DTypeInfo { DType::iq1_s, "IQ1_S", 256, 50, true },
    DTypeInfo { DType::iq4_nl, "IQ4_NL", 32, 18, true },
    DTypeInfo { DType::iq3_s, "IQ3_S", 256, 110, true },
    DTypeInfo { DType::iq2_s, "IQ2_S", 256, 82, true },
    DTypeInfo { DType::iq4_xs, "IQ4_XS", 256, 136, true },
    DTypeInfo { DType::i8, "I8", 1, 1, false },
    DTypeInfo { DType::i16, "I16", 1, 2, false },
    DTypeInfo { DType::i32, "I32", 1, 4, false },
    DTypeInfo { DType::i64, "I64", 1, 8, false },
    DTypeInfo { DType::f64, "F64", 1, 8, false },
    DTypeInfo { DType::iq1_m, "IQ1_M", 256, 56, true },
    DTypeInfo { DType::bf16, "BF16", 1, 2, false },
    DTypeInfo { DType::tq1_0, "TQ1_0", 256, 54, true },
    DTypeInfo { DType::tq2_0, "TQ2_0", 256, 66, true },
    DTypeInfo { DType::mxfp4, "MXFP4", 32, 17, true },
    DTypeInfo { DType::nvfp4, "NVFP4", 64, 36, true },
    DTypeInfo { DType::q1_0, "Q1_0", 128, 18, true },
    DTypeInfo { DType::q2_0, "Q2_0", 64, 18, true },
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

} // namespace

std::span<const DTypeInfo> dtypes() { return kTypes; }

const DTypeInfo* findDType(std::uint32_t number)
{
    const auto* it = std::ranges::find_if(kTypes, [number](const DTypeInfo& info) { return std::uint32_t(info.type) == number; });
    return it == kTypes.end() ? nullptr : it;
}

const DTypeInfo* findDType(std::string_view name)
{
    const auto* it = std::ranges::find_if(kTypes, [name](const DTypeInfo& info) {
        return std::ranges::equal(info.name, name, [](char a, char b) { return lower(a) == lower(b); });
    });
    return it == kTypes.end() ? nullptr : it;
}

const DTypeInfo& dtypeInfo(DType type) { return *findDType(std::uint32_t(type)); }

std::uint64_t rowBytes(DType type, std::uint64_t elems)
{
    const DTypeInfo& info = dtypeInfo(type);
    return elems / info.blockElems * info.blockBytes;
}

} // namespace cutaway::kernels
