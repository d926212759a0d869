#pragma once
#include <cstdint>

/// Activations rounded to int8, one scale every 32, as the AVX2 kernels read them.
namespace cutaway::kernels::avx2 {

/// One token alone: the prepared row is [k / 32] of these.
struct ActBlock {
    float d;                ///< max|x| / 127
    float sum;              ///< d * sum of q
    std::int8_t q[32];
};

/// Tokens side by side: the prepared matrix is [ceil(nTokens / 4)][k / 32] of these; missing tokens are zero.
inline constexpr int kActTokens = 4;
struct ActTile {
    std::int8_t q[8][kActTokens][4]; ///< 4-byte groups of k, ready to be broadcast
    float d[kActTokens];
    float sum[kActTokens];
};

} // namespace cutaway::kernels::avx2
