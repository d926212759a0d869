#pragma once
#include "kernels/types/dtype.h"

#include <cstddef>
#include <cstdint>

/// The types with small blocks and few or uneven levels (IQ4_NL, MXFP4, NVFP4, Q1_0, Q2_0) in one form, 32 elements each: what
/// dequantisation and the portable kernels compute with.
namespace cutaway::kernels {

inline constexpr int kLevelBlock = 32;

/// Element i is d[i / 16] * q[i].
struct LevelBlock {
    float d[2];
    std::int8_t q[kLevelBlock];
};

/// Takes one block, as a file stores it, apart. @param out [blockElems / 32]
using LevelSplitter = void (*)(const std::byte* block, LevelBlock* out) noexcept;

/// @return nullptr when the type is none of these
LevelSplitter levelSplitter(DType type);

} // namespace cutaway::kernels
