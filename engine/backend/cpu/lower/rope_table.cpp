#include "engine/backend/cpu/lower/elementwise.h"
#include "engine/backend/reference/reference_call.h"

#include <array>

namespace cutaway::backend::cpu {
namespace {

/// The op's own reference on each worker's tokens: it is exact, and runs once a step.
class RopeTableStep : public Step {
public:
    RopeTableStep(ops::Params params, const float* factors, Place y, tensor::Shape shape, Slicing slicing)
        : m_params(std::move(params)), m_factors(factors), m_y(y), m_shape(shape), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const Part part = partOf(m_slicing, m_shape[0], m_shape.width(), context);
        if (part.tokenBegin >= part.tokenEnd)
            return;
        const std::int64_t count = part.tokenEnd - part.tokenBegin;
        std::array<ops::Array, 2> inputs;
        inputs[1].data = reinterpret_cast<std::byte*>(const_cast<float*>(m_factors)); // read only
        ops::ReferenceCall call { std::span(inputs).first(m_factors ? 2 : 1),
            { kernels::DType::f32, { count, m_shape[1], m_shape[2] }, reinterpret_cast<std::byte*>(m_y.f32(context.worker) + part.tokenBegin * m_shape.width()) },
            m_params, {}, context.firstPosition + part.tokenBegin, reference::serialFor() };
        ops::rope_table.reference(call);
    }

private:
    ops::Params m_params;
    const float* m_factors;
    Place m_y;
    tensor::Shape m_shape;
    Slicing m_slicing;
};

void lowerRopeTable(Lowering& lowering, const graph::Node& node)
{
    const Slicing slicing = lowering.wholeTokens(lowering.tokensOf(node.output));
    const float* factors = node.inputs.size() > 1 ? reinterpret_cast<const float*>(lowering.weight(node.inputs[1]).data) : nullptr;
    const BufferId out = lowering.write(node.output, slicing);
    const tensor::Shape shape = lowering.operand(node.output).shape;
    lowering.emit(node, { out }, slicing,
        [=, params = node.params](const Addresses& at) { return std::make_unique<RopeTableStep>(params, factors, at(out), shape, slicing); });
}

} // namespace

extern const CpuLowering lower_rope_table;
constexpr CpuLowering lower_rope_table { &ops::rope_table, lowerRopeTable };

} // namespace cutaway::backend::cpu
