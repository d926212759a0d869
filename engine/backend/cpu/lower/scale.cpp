#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {

static void lowerScale(Lowering& lowering, const graph::Node& node)
{
    const auto kernel = lowering.kernels().scale;
    const float factor = node.params.get<ops::ScaleParams>().factor;
    lowerElementwise(lowering, node, [=](const float* a, const float*, std::int64_t n, float* y) { kernel(a, factor, n, y); });
}

extern const CpuLowering lower_scale;
constexpr CpuLowering lower_scale { &ops::scale, lowerScale };

} // namespace cutaway::backend::cpu
