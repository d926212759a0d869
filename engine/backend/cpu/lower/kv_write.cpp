#include "engine/backend/cpu/lower/elementwise.h"
#include "engine/backend/cpu/lower/kv_head.h"

namespace cutaway::backend::cpu {
namespace {

class KvWriteStep : public Step {
public:
    KvWriteStep(const kernels::cpu::KernelTable& kernels, ops::KvLayer kv, Place k, Place v, std::int64_t tokens, Slicing slicing)
        : m_write(kernels.kvWrite), m_kv(kv), m_k(k), m_v(v), m_tokens(tokens), m_slicing(slicing) { }
    void run(const StepContext& context) const override
    {
        const std::int64_t width = std::int64_t(m_kv.nHeadKv) * m_kv.headDim;
        const Part part = partOf(m_slicing, m_tokens, width, context);
        if (part.tokenBegin >= part.tokenEnd)
            return;
        for (std::int64_t head = part.begin / m_kv.headDim; head < part.end / m_kv.headDim; ++head) {
            const std::int64_t at = part.tokenBegin * width + head * m_kv.headDim;
            m_write({ .head = kvHead(m_kv, std::int32_t(head)), .k = m_k.f32(context.worker) + at, .v = m_v.f32(context.worker) + at, .ldK = width, .ldV = width,
                .position = context.firstPosition + part.tokenBegin, .count = std::int32_t(part.tokenEnd - part.tokenBegin) });
        }
    }

private:
    decltype(kernels::cpu::KernelTable::kvWrite) m_write;
    ops::KvLayer m_kv;
    Place m_k, m_v;
    std::int64_t m_tokens;
    Slicing m_slicing;
};

/// By heads, whatever the input: a block of 16 positions of one head is written by one worker only.
Slicing writeSlicing(const Lowering& lowering, const graph::Node& node)
{
    const Slicing current = headSlicing(lowering, node.inputs[0]);
    if (current.axis == Slicing::Axis::features)
        return current;
    const tensor::Shape& k = lowering.operand(node.inputs[0]).shape;
    return { Slicing::Axis::features, k.width(), k.inner(), false };
}

void lowerKvWrite(Lowering& lowering, const graph::Node& node)
{
    const Slicing slicing = writeSlicing(lowering, node);
    for (const graph::ValueId input : node.inputs)
        lowering.needSlice(input, slicing);
    const BufferId k = lowering.bufferOf(node.inputs[0]);
    const BufferId v = lowering.bufferOf(node.inputs[1]);
    lowering.writeOrder(node.output, slicing);
    const std::int64_t tokens = lowering.tokensOf(node.inputs[0]);
    const ops::KvLayer kv = lowering.kv(node);
    const auto& kernels = lowering.kernels();
    lowering.emit(node, { k, v }, slicing,
        [=, &kernels](const Addresses& at) { return std::make_unique<KvWriteStep>(kernels, kv, at(k), at(v), tokens, slicing); });
}

} // namespace

extern const CpuLowering lower_kv_write;
constexpr CpuLowering lower_kv_write { &ops::kv_write, lowerKvWrite };

} // namespace cutaway::backend::cpu
