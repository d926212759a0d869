#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {
namespace {

/// A row for every token, or for every head of every token.
class RmsNormStep : public Step {
public:
    RmsNormStep(const kernels::cpu::KernelTable& kernels, float eps, const float* weight, Place x, Place y, tensor::Shape shape, Slicing slicing)
        : m_norm(kernels.rmsNorm), m_eps(eps), m_weight(weight), m_x(x), m_y(y), m_shape(shape), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const std::int64_t width = m_shape.width();
        const std::int64_t row = m_shape.inner();
        const Part part = partOf(m_slicing, m_shape[0], width, context);
        for (std::int64_t token = part.tokenBegin; token < part.tokenEnd; ++token) {
            for (std::int64_t begin = part.begin; begin < part.end; begin += row) {
                const std::int64_t at = token * width + begin;
                m_norm(m_x.f32(context.worker) + at, m_weight, m_eps, row, m_y.f32(context.worker) + at);
            }
        }
    }

private:
    decltype(kernels::cpu::KernelTable::rmsNorm) m_norm;
    float m_eps;
    const float* m_weight;
    Place m_x, m_y;
    tensor::Shape m_shape;
    Slicing m_slicing;
};

void lowerRmsNorm(Lowering& lowering, const graph::Node& node)
{
    const graph::ValueId x = node.inputs[0];
    const Slicing whole = lowering.wholeTokens(lowering.tokensOf(x));
    const Slicing slicing = lowering.operand(x).shape.rank() == 3 ? headSlicing(lowering, x) : whole;
    slicing.axis == Slicing::Axis::none ? lowering.needAll(x) : lowering.needSlice(x, slicing);
    const auto* weight = reinterpret_cast<const float*>(lowering.weight(node.inputs[1]).data);
    const float eps = node.params.get<ops::RmsNormParams>().eps;
    const BufferId in = lowering.bufferOf(x);
    const BufferId out = lowering.writeOver(x, node.output, slicing);
    const tensor::Shape shape = lowering.operand(x).shape;
    const auto& kernels = lowering.kernels();
    lowering.emit(node, { in, out }, slicing, [=, &kernels](const Addresses& at) {
        return std::make_unique<RmsNormStep>(kernels, eps, weight, at(in), at(out), shape, slicing);
    });
}

} // namespace

extern const CpuLowering lower_rms_norm;
constexpr CpuLowering lower_rms_norm { &ops::rms_norm, lowerRmsNorm };

} // namespace cutaway::backend::cpu
