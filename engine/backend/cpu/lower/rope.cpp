#include "engine/backend/cpu/lower/elementwise.h"

#include <cstring>

namespace cutaway::backend::cpu {
namespace {

class RopeStep : public Step {
public:
    RopeStep(const kernels::cpu::KernelTable& kernels, ops::RopeParams params, Place x, Place table, Place y, tensor::Shape shape, Slicing slicing)
        : m_rope(kernels.rope), m_params(params), m_x(x), m_table(table), m_y(y), m_shape(shape), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const std::int64_t width = m_shape.width();
        const Part part = partOf(m_slicing, m_shape[0], width, context);
        const float* x = m_x.f32(context.worker);
        float* y = m_y.f32(context.worker);
        for (std::int64_t token = part.tokenBegin; token < part.tokenEnd; ++token) {
            const float* table = m_table.f32(context.worker) + token * m_params.nRot;
            const std::int64_t at = token * width + part.begin;
            if (x != y)
                std::memcpy(y + at, x + at, std::size_t(part.end - part.begin) * sizeof(float));
            for (std::int64_t head = part.begin; head < part.end; head += m_shape.inner())
                m_rope(y + token * width + head, m_params.nRot, table, m_params.interleaved);
        }
    }

private:
    decltype(kernels::cpu::KernelTable::rope) m_rope;
    ops::RopeParams m_params;
    Place m_x, m_table, m_y;
    tensor::Shape m_shape;
    Slicing m_slicing;
};

void lowerRope(Lowering& lowering, const graph::Node& node)
{
    const graph::ValueId x = node.inputs[0];
    const graph::ValueId table = node.inputs[1];
    const Slicing slicing = headSlicing(lowering, x);
    slicing.axis == Slicing::Axis::none ? lowering.needAll(x) : lowering.needSlice(x, slicing);
    slicing.axis == Slicing::Axis::tokens ? lowering.needSlice(table, slicing) : lowering.needAll(table);
    const auto params = node.params.get<ops::RopeParams>();
    const BufferId in = lowering.bufferOf(x);
    const BufferId angles = lowering.bufferOf(table);
    const BufferId out = lowering.writeOver(x, node.output, slicing);
    const tensor::Shape shape = lowering.operand(x).shape;
    const auto& kernels = lowering.kernels();
    lowering.emit(node, { in, angles, out }, slicing, [=, &kernels](const Addresses& at) {
        return std::make_unique<RopeStep>(kernels, params, at(in), at(angles), at(out), shape, slicing);
    });
}

} // namespace

extern const CpuLowering lower_rope;
constexpr CpuLowering lower_rope { &ops::rope, lowerRope };

} // namespace cutaway::backend::cpu
