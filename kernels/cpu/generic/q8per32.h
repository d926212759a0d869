#pragma once
#include <cstdint>

namespace cutaway::kernels::generic {

/// 32 activations, rounded; the prepared matrix is [nTokens][k / 32] of these.
struct ActBlock {
    float d;            ///< max|x| / 127
    float sum;          ///< d * sum of q
    std::int8_t q[32];
};

} // namespace cutaway::kernels::generic
