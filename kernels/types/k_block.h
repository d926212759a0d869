#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// Super-blocks of 256 elements (the K types, the ternary ones and the IQ types but IQ4_NL) in one form: what dequantisation and the portable kernels compute with.
namespace cutaway::kernels {

inline constexpr int kSuperBlock = 256;
inline constexpr int kSuperBlockGroups = 16; ///< groups of 16 elements; types with groups of 32 repeat each scale

/// Element i is d * scale[i / 16] * q[i] - dmin * min[i / 16], in F32 from left to right.
struct KBlock {
    float d;
    float dmin;                              ///< 0 where the type has no min
    std::int16_t scale[kSuperBlockGroups];
    std::int16_t min[kSuperBlockGroups];
    std::int8_t q[kSuperBlock];
};

/// Takes one block, as a file stores it, apart. @param block any alignment
using KSplitter = void (*)(const std::byte* block, KBlock& out) noexcept;

/// @return nullptr when the type has no super-blocks
KSplitter kSplitter(DType type);

} // namespace cutaway::kernels
