#pragma once
#include <cstdint>

/// Private to kernels/cpu/avx2: activations as the K kernels read them.
namespace cutaway::kernels::avx2 {

/// 256 activations of one token; a token's blocks follow one another. Sums stand in the order in which the kernels hold scales and mins:
/// each four groups g, g+1, g+2, g+3 as g, g+2, g+1, g+3. A scale that is not finite makes every product NaN, as the exact one would be.
struct KActBlock {
    alignas(64) std::int8_t q[256]; ///< within +-127
    std::int16_t sums16[16];        ///< of 16 quants each
    std::int16_t sums32[8];         ///< of 32 quants each
    float d;
    float unused[3];
};
static_assert(sizeof(KActBlock) == 320);

} // namespace cutaway::kernels::avx2
