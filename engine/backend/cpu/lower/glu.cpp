#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {
namespace {

kernels::cpu::GluKind kernelKind(ops::GluKind kind)
{
    switch (kind) {
    case ops::GluKind::silu: return kernels::cpu::GluKind::silu;
    case ops::GluKind::gelu: return kernels::cpu::GluKind::gelu;
    }
    return kernels::cpu::GluKind::silu;
}

void lowerGlu(Lowering& lowering, const graph::Node& node)
{
    const auto kernel = lowering.kernels().glu;
    const auto kind = kernelKind(node.params.get<ops::GluParams>().kind);
    lowerElementwise(lowering, node, [=](const float* gate, const float* up, std::int64_t n, float* y) { kernel(kind, gate, up, n, y); });
}

} // namespace

extern const CpuLowering lower_glu;
constexpr CpuLowering lower_glu { &ops::glu, lowerGlu };

} // namespace cutaway::backend::cpu
