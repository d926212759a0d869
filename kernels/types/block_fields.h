#pragma once
#include "kernels/types/f16.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

/// Private to kernels/types: reads the little-endian fields of blocks that stand at any alignment.
namespace cutaway::kernels {

template <typename T>
T fieldAt(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

inline float halfAt(const std::byte* at) { return f16ToF32(fieldAt<std::uint16_t>(at)); }

} // namespace cutaway::kernels
