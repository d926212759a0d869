#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cutaway::kernels {

/// Element types of tensors. The numbers are those that GGUF stores (facts of the format, never renumbered).
enum class DType : std::uint32_t {
    f32 = 0, f16 = 1, q4_0 = 2, q4_1 = 3, q5_0 = 6, q5_1 = 7, q8_0 = 8, q8_1 = 9,
    q2_K = 10, q3_K = 11, q4_K = 12, q5_K = 13, q6_K = 14, q8_K = 15,
    iq2_xxs = 16, iq2_xs = 17, iq3_xxs = 18, iq1_s = 19, iq4_nl = 20, iq3_s = 21, iq2_s = 22, iq4_xs = 23,
    i8 = 24, i16 = 25, i32 = 26, i64 = 27, f64 = 28, iq1_m = 29, bf16 = 30,
    tq1_0 = 34, tq2_0 = 35, mxfp4 = 39, nvfp4 = 40, q1_0 = 41, q2_0 = 42,
};

/// One row of the type table.
struct DTypeInfo {
    DType type;
    std::string_view name;    ///< as people spell it: "Q4_K", "F16"
    std::uint32_t blockElems; ///< elements of one block; 1 for plain types
    std::uint32_t blockBytes; ///< bytes of one block in a file
    bool quantised;
};

/// Every type that this build knows, ordered by number.
std::span<const DTypeInfo> dtypes();
/// @return nullptr for a number that no type has
const DTypeInfo* findDType(std::uint32_t number);
/// Looks a type up by name, ignoring case ("q4_k" = "Q4_K").
const DTypeInfo* findDType(std::string_view name);
/// @pre the type is in the table (every enumerator is)
const DTypeInfo& dtypeInfo(DType type);
/// Bytes of a row of `elems` elements. @pre elems is a multiple of the block size
std::uint64_t rowBytes(DType type, std::uint64_t elems);

} // namespace cutaway::kernels
