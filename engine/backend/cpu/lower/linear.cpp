#include "engine/backend/cpu/lower/elementwise.h"
#include "engine/backend/cpu/prepare_step.h"

#include <numeric>

namespace cutaway::backend::cpu {
namespace {

/// Multiply-adds of one uninterruptible piece of work: a stop is answered within a few of them.
constexpr std::int64_t kPieceMacs = std::int64_t(1) << 30;
/// Floats of the results that wait to be added in pairs: what stays in the cache of one core.
constexpr std::int64_t kPairFloats = std::int64_t(1) << 16;
constexpr std::int64_t kPanel = 32; ///< rows: two GEMM panels, and a multiple of the row tile

std::int64_t rowsPerToken(const CpuWeight& weight) { return weight.layout->acts == kernels::cpu::ActKind::f32 ? 1 : kRowsPerToken; }

/// Weight rows whose results are added in pairs at a time.
std::int64_t pairRows(std::int64_t width, std::int64_t tokens)
{
    const std::int64_t fit = std::max(kPanel, kPairFloats / (tokens * kRowsPerToken) / kPanel * kPanel);
    return std::min(fit, (width + kPanel - 1) / kPanel * kPanel);
}

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
    LinearStep(Facts facts, Place acts, Place y, Place scratch, Place pairs)
        : m_facts(facts), m_acts(acts), m_y(y), m_scratch(scratch), m_pairs(pairs)
    {
    }

    void run(const StepContext& context) const override
    {
        const auto [begin, end] = m_facts.slicing.range(context.worker, context.workers);
        const bool paired = rowsPerToken(m_facts.weight) == kRowsPerToken;
        const std::int64_t unit = std::max<std::int64_t>(16, m_facts.slicing.unit);
        const std::int64_t macsPerRow = m_facts.weight.operand.shape[1] * m_facts.tokens * rowsPerToken(m_facts.weight);
        const std::int64_t piece = paired ? pairRows(m_facts.weight.operand.shape[0], m_facts.tokens) : std::max(unit, kPieceMacs / macsPerRow / unit * unit);
        for (std::int64_t row = begin; row < end && !context.cancelled(); row += piece) {
            const std::int64_t last = std::min(end, row + piece);
            paired ? pairedRows(context, row, last) : rows(context, row, last);
            addBias(context, row, last);
        }
    }

private:
    void rows(const StepContext& context, std::int64_t begin, std::int64_t end) const
    {
        m_facts.kernels.linear({ .weights = m_facts.weight.data, .k = m_facts.weight.operand.shape[1], .rowBegin = begin, .rowEnd = end,
            .acts = m_acts.bytes(context.worker), .nTokens = std::int32_t(m_facts.tokens), .y = m_y.f32(context.worker),
            .ldY = m_facts.weight.operand.shape[0], .scratch = m_scratch.bytes(context.worker) });
    }

    /// What the kept and the lost part of each token yield, and their sum. Rows from a tile on are a packed matrix too.
    void pairedRows(const StepContext& context, std::int64_t begin, std::int64_t end) const
    {
        const std::int64_t width = m_facts.weight.operand.shape[0];
        const std::int64_t k = m_facts.weight.operand.shape[1];
        const std::int64_t count = end - begin;
        float* const pairs = m_pairs.f32(context.worker);
        m_facts.kernels.linear({ .weights = m_facts.weight.data + m_facts.weight.layout->packedBytes(begin, k), .k = k, .rowBegin = 0, .rowEnd = count,
            .acts = m_acts.bytes(context.worker), .nTokens = std::int32_t(m_facts.tokens * kRowsPerToken), .y = pairs, .ldY = count,
            .scratch = m_scratch.bytes(context.worker) });
        for (std::int64_t token = 0; token < m_facts.tokens; ++token) {
            const float* const kept = pairs + token * kRowsPerToken * count;
            m_facts.add(kept, kept + count, count, m_y.f32(context.worker) + token * width + begin);
        }
    }

    void addBias(const StepContext& context, std::int64_t begin, std::int64_t end) const
    {
        const std::int64_t width = m_facts.weight.operand.shape[0];
        for (std::int64_t token = 0; m_facts.bias && token < m_facts.tokens; ++token) {
            float* const y = m_y.f32(context.worker) + token * width;
            m_facts.add(y + begin, m_facts.bias + begin, end - begin, y + begin);
        }
    }

    Facts m_facts;
    Place m_acts, m_y, m_scratch, m_pairs;
};

std::int64_t sliceUnit(const tensor::Shape& output)
{
    return output.rank() == 3 ? std::lcm(output.inner(), kernels::cpu::kRowTile) : kPanel;
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
    const std::int64_t rows = rowsPerToken(weight) * tokens;
    const BufferId scratch = lowering.scratch(kernels.scratchBytes(weight.operand.shape[1], std::int32_t(rows)), true);
    const BufferId pairs = rows == tokens ? BufferId {} : lowering.scratch(std::size_t(rows * pairRows(shape.width(), tokens)) * sizeof(float), true);
    const LinearStep::Facts facts { weight, node.inputs.size() > 2 ? reinterpret_cast<const float*>(lowering.weight(node.inputs[2]).data) : nullptr, kernels,
        lowering.kernels().add, tokens, slicing };
    lowering.emit(node, { acts, out, scratch, pairs }, slicing,
        [=](const Addresses& at) { return std::make_unique<LinearStep>(facts, at(acts), at(out), at(scratch), at(pairs)); });
}

} // namespace

extern const CpuLowering lower_linear;
constexpr CpuLowering lower_linear { &ops::linear, lowerLinear };

} // namespace cutaway::backend::cpu
