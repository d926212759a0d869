#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {

static void lowerSoftcap(Lowering& lowering, const graph::Node& node)
{
    const auto kernel = lowering.kernels().softcap;
    const float cap = node.params.get<ops::SoftcapParams>().cap;
    lowerElementwise(lowering, node, [=](const float* a, const float*, std::int64_t n, float* y) { kernel(a, cap, n, y); });
}

extern const CpuLowering lower_softcap;
constexpr CpuLowering lower_softcap { &ops::softcap, lowerSoftcap };

} // namespace cutaway::backend::cpu
