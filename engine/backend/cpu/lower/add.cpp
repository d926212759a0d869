#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {

static void lowerAdd(Lowering& lowering, const graph::Node& node)
{
    lowerElementwise(lowering, node, lowering.kernels().add);
}

extern const CpuLowering lower_add;
constexpr CpuLowering lower_add { &ops::add, lowerAdd };

} // namespace cutaway::backend::cpu
