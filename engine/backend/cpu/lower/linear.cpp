#include "engine/backend/cpu/lower/elementwise.h"

#include <numeric>

namespace cutaway::backend::cpu {
namespace {

/// Multiply-adds of one uninterruptible piece of work: a stop is answered within a few of them.
constexpr std::int64_t kPieceMacs = std::int64_t(1) << 30;

class LinearStep : public Step {
public:
    struct Facts {
        CpuWeight weight;
        const float* bias = nullptr;
        kernels::cpu::LinearKernels kernels;
        decltype(kernels::cpu::KernelTable::add) add = nullptr;
        std::int64_t tokens = 1;
        Slicing slicing;
    };
    LinearStep(Facts facts, Place acts, Place y, Place scratch) : m_facts(facts), m_acts(acts), m_y(y), m_scratch(scratch) { }

    void run(const StepContext& context) const override
    {
        const auto [begin, end] = m_facts.slicing.range(context.worker, context.workers);
        const std::int64_t k = m_facts.weight.operand.shape[1];
        const std::int64_t unit = std::max<std::int64_t>(16, m_facts.slicing.unit);
        const std::int64_t piece = std::max(unit, kPieceMacs / (k * m_facts.tokens) / unit * unit);
        for (std::int64_t row = begin; row < end && !context.cancelled(); row += piece)
            rows(context, row, std::min(end, row + piece));
    }

private:
    void rows(const StepContext& context, std::int64_t begin, std::int64_t end) const
    {
        const std::int64_t width = m_facts.weight.operand.shape[0];
        float* y = m_y.f32(context.worker);
        m_facts.kernels.linear({ .weights = m_facts.weight.data, .k = m_facts.weight.operand.shape[1], .rowBegin = begin, .rowEnd = end,
            .acts = m_acts.bytes(context.worker), .nTokens = std::int32_t(m_facts.tokens), .y = y, .ldY = width, .scratch = m_scratch.bytes(context.worker) });
        for (std::int64_t token = 0; m_facts.bias && token < m_facts.tokens; ++token)
            m_facts.add(y + token * width + begin, m_facts.bias + begin, end - begin, y + token * width + begin);
    }

    Facts m_facts;
    Place m_acts, m_y, m_scratch;
};

std::int64_t sliceUnit(const tensor::Shape& output)
{
    constexpr std::int64_t panel = 32; // rows: two GEMM panels, and a multiple of the row tile
    return output.rank() == 3 ? std::lcm(output.inner(), kernels::cpu::kRowTile) : panel;
}

void lowerLinear(Lowering& lowering, const graph::Node& node)
{
    const CpuWeight weight = lowering.weight(node.inputs[1]);
    const auto& kernels = lowering.kernels().linear(weight.operand.type);
    if (!weight.layout || !kernels.linear) {
        lowering.fallback(node, "no " + std::string(kernels::cpu::isaName(lowering.kernels().isa)) + " kernel for " + std::string(kernels::dtypeInfo(weight.operand.type).name));
        return;
    }
    const graph::ValueId x = node.inputs[0];
    const std::int64_t tokens = lowering.tokensOf(x);
    const BufferId acts = lowering.prepared(node, x, weight.layout->acts);
    const tensor::Shape& shape = lowering.operand(node.output).shape;
    const Slicing slicing { Slicing::Axis::features, shape.width(), sliceUnit(shape), lowering.roundUpFor(shape.width()) };
    const BufferId out = lowering.write(node.output, slicing);
    const BufferId scratch = lowering.scratch(kernels.scratchBytes(weight.operand.shape[1], std::int32_t(tokens)), true);
    const LinearStep::Facts facts { weight, node.inputs.size() > 2 ? reinterpret_cast<const float*>(lowering.weight(node.inputs[2]).data) : nullptr, kernels,
        lowering.kernels().add, tokens, slicing };
    lowering.emit(node, { acts, out, scratch }, slicing,
        [=](const Addresses& at) { return std::make_unique<LinearStep>(facts, at(acts), at(out), at(scratch)); });
}

} // namespace

extern const CpuLowering lower_linear;
constexpr CpuLowering lower_linear { &ops::linear, lowerLinear };

} // namespace cutaway::backend::cpu
