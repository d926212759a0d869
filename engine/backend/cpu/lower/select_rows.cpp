#include "engine/backend/cpu/lower/elementwise.h"

#include <cstring>

namespace cutaway::backend::cpu {
namespace {

class SelectRowsStep : public Step {
public:
    SelectRowsStep(Place x, Place y, std::int64_t rows, std::int64_t width, Slicing slicing) : m_x(x), m_y(y), m_rows(rows), m_width(width), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const Part part = partOf(m_slicing, m_rows, m_width, context);
        for (std::int64_t row = part.tokenBegin; row < part.tokenEnd; ++row) {
            const float* source = m_x.f32(context.worker) + context.outputRows[row] * m_width;
            std::memcpy(m_y.f32(context.worker) + row * m_width, source, std::size_t(m_width) * sizeof(float));
        }
    }

private:
    Place m_x, m_y;
    std::int64_t m_rows, m_width;
    Slicing m_slicing;
};

void lowerSelectRows(Lowering& lowering, const graph::Node& node)
{
    lowering.needAll(node.inputs[0]);
    const std::int64_t rows = lowering.tokensOf(node.output);
    const std::int64_t width = lowering.widthOf(node.output);
    const Slicing slicing = lowering.wholeTokens(rows);
    const BufferId in = lowering.bufferOf(node.inputs[0]);
    const BufferId out = lowering.write(node.output, slicing);
    lowering.emit(node, { in, out }, slicing,
        [=](const Addresses& at) { return std::make_unique<SelectRowsStep>(at(in), at(out), rows, width, slicing); });
}

} // namespace

extern const CpuLowering lower_select_rows;
constexpr CpuLowering lower_select_rows { &ops::select_rows, lowerSelectRows };

} // namespace cutaway::backend::cpu
