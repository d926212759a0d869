#include "engine/backend/cpu/lower/elementwise.h"

namespace cutaway::backend::cpu {
namespace {

class ElementwiseStep : public Step {
public:
    ElementwiseStep(ElementKernel kernel, Place a, Place b, Place y, std::int64_t tokens, std::int64_t width, Slicing slicing)
        : m_kernel(std::move(kernel)), m_a(a), m_b(b), m_y(y), m_tokens(tokens), m_width(width), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const Part part = partOf(m_slicing, m_tokens, m_width, context);
        const float* b = m_b.base ? m_b.f32(context.worker) : nullptr;
        for (std::int64_t token = part.tokenBegin; token < part.tokenEnd; ++token) {
            const std::int64_t at = token * m_width + part.begin;
            m_kernel(m_a.f32(context.worker) + at, b ? b + at : nullptr, part.end - part.begin, m_y.f32(context.worker) + at);
        }
    }

private:
    ElementKernel m_kernel;
    Place m_a, m_b, m_y;
    std::int64_t m_tokens, m_width;
    Slicing m_slicing;
};

} // namespace

Part partOf(const Slicing& slicing, std::int64_t tokens, std::int64_t width, const StepContext& context)
{
    const auto [begin, end] = slicing.range(context.worker, context.workers);
    switch (slicing.axis) {
    case Slicing::Axis::none: break;
    case Slicing::Axis::features: return { 0, tokens, begin, end };
    case Slicing::Axis::tokens: return { begin, end, 0, width };
    }
    return { 0, tokens, 0, width };
}

Slicing headSlicing(const Lowering& lowering, graph::ValueId x)
{
    const Slicing current = lowering.slicingOf(x, lowering.wholeTokens(lowering.tokensOf(x)));
    const bool heads = current.axis == Slicing::Axis::features && current.unit % lowering.operand(x).shape.inner() == 0;
    return heads || current.axis != Slicing::Axis::features ? current : lowering.wholeTokens(lowering.tokensOf(x));
}

void lowerElementwise(Lowering& lowering, const graph::Node& node, const ElementKernel& kernel)
{
    const graph::ValueId a = node.inputs[0];
    const bool binary = node.inputs.size() > 1;
    Slicing slicing = lowering.wholeTokens(lowering.tokensOf(a));
    if (binary)
        slicing = lowering.slicingOf(node.inputs[1], slicing);
    slicing = lowering.slicingOf(a, slicing);
    for (const graph::ValueId input : node.inputs)
        slicing.axis == Slicing::Axis::none ? lowering.needAll(input) : lowering.needSlice(input, slicing);
    const BufferId first = lowering.bufferOf(a);
    const BufferId second = binary ? lowering.bufferOf(node.inputs[1]) : BufferId {};
    const BufferId out = lowering.writeOver(a, node.output, slicing);
    const std::int64_t tokens = lowering.tokensOf(node.output);
    const std::int64_t width = lowering.widthOf(node.output);
    lowering.emit(node, { first, second, out }, slicing, [=](const Addresses& at) {
        return std::make_unique<ElementwiseStep>(kernel, at(first), at(second), at(out), tokens, width, slicing);
    });
}

} // namespace cutaway::backend::cpu
