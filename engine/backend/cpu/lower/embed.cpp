#include "engine/backend/cpu/lower/elementwise.h"

#include "kernels/types/dequant.h"

namespace cutaway::backend::cpu {
namespace {

class EmbedStep : public Step {
public:
    EmbedStep(const kernels::cpu::KernelTable& kernels, CpuWeight table, float scale, Place y, std::int64_t tokens, Slicing slicing)
        : m_scale(kernels.scale), m_table(table), m_factor(scale), m_y(y), m_tokens(tokens), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const std::int64_t width = m_table.operand.shape[1];
        const Part part = partOf(m_slicing, m_tokens, width, context);
        for (std::int64_t token = part.tokenBegin; token < part.tokenEnd; ++token) {
            float* row = m_y.f32(context.worker) + token * width;
            read(context.tokens[token], width, row);
            if (m_factor != 1)
                m_scale(row, m_factor, width, row);
        }
    }

private:
    void read(std::int32_t id, std::int64_t width, float* row) const
    {
        if (m_table.layout)
            m_table.layout->unpackRow(m_table.data, width, id, row);
        else
            kernels::dequantizeRow(m_table.operand.type, m_table.data + std::uint64_t(id) * kernels::rowBytes(m_table.operand.type, std::uint64_t(width)), width, row);
    }

    decltype(kernels::cpu::KernelTable::scale) m_scale;
    CpuWeight m_table;
    float m_factor;
    Place m_y;
    std::int64_t m_tokens;
    Slicing m_slicing;
};

void lowerEmbed(Lowering& lowering, const graph::Node& node)
{
    const std::int64_t tokens = lowering.tokensOf(node.output);
    const Slicing slicing = lowering.wholeTokens(tokens);
    const CpuWeight table = lowering.weight(node.inputs[1]);
    const float scale = node.params.get<ops::EmbedParams>().scale;
    const BufferId out = lowering.write(node.output, slicing);
    const auto& kernels = lowering.kernels();
    lowering.emit(node, { out }, slicing,
        [=, &kernels](const Addresses& at) { return std::make_unique<EmbedStep>(kernels, table, scale, at(out), tokens, slicing); });
}

} // namespace

extern const CpuLowering lower_embed;
constexpr CpuLowering lower_embed { &ops::embed, lowerEmbed };

} // namespace cutaway::backend::cpu
