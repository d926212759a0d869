#include "engine/backend/cpu/lower/elementwise.h"
#include "engine/backend/cpu/lower/kv_head.h"

namespace cutaway::backend::cpu {
namespace {

using kernels::cpu::kAttentionPiece;
using kernels::cpu::kAttentionTokenTile;

struct Facts {
    const kernels::cpu::KernelTable* kernels = nullptr;
    ops::KvLayer kv;
    ops::AttentionParams params;
    std::int32_t nHead = 0;
    std::int64_t tokens = 1;
    std::int32_t group() const { return nHead / kv.nHeadKv; }
};

/// Keys that one query token sees, in pieces of a fixed size at fixed positions: sums never depend on the number of workers.
struct Pieces {
    std::int64_t keyBegin = 0, keyEnd = 0, first = 0, count = 0;
};

Pieces piecesOf(const ops::AttentionParams& params, std::int64_t position)
{
    Pieces pieces { .keyBegin = params.window > 0 ? std::max<std::int64_t>(0, position - params.window + 1) : 0, .keyEnd = position + 1 };
    pieces.first = pieces.keyBegin / kAttentionPiece;
    pieces.count = (pieces.keyEnd + kAttentionPiece - 1) / kAttentionPiece - pieces.first;
    return pieces;
}

std::int64_t maxPieces(std::int64_t capacity) { return (capacity + kAttentionPiece - 1) / kAttentionPiece + 1; }

/// Decode: partial results of (KV head, piece).
class PieceStep : public Step {
public:
    PieceStep(Facts facts, Place q, Place statistics, Place acc, Place scratch) : m_facts(facts), m_q(q), m_statistics(statistics), m_acc(acc), m_scratch(scratch) { }
    void run(const StepContext& context) const override
    {
        const Pieces pieces = piecesOf(m_facts.params, context.firstPosition);
        const std::int64_t items = pieces.count * m_facts.kv.nHeadKv;
        const std::int64_t end = items * (context.worker + 1) / context.workers;
        for (std::int64_t item = items * context.worker / context.workers; item < end; ++item)
            attend(context, pieces, std::int32_t(item / pieces.count), item % pieces.count);
    }

private:
    void attend(const StepContext& context, const Pieces& pieces, std::int32_t kvHeadIndex, std::int64_t piece) const
    {
        const std::int32_t group = m_facts.group();
        const std::int64_t firstHead = std::int64_t(kvHeadIndex) * group;
        const std::int64_t dim = m_facts.kv.headDim;
        float* statistics = m_statistics.f32(0) + piece * 2 * m_facts.nHead;
        const std::int64_t begin = (pieces.first + piece) * kAttentionPiece;
        m_facts.kernels->attentionPiece({ .head = kvHead(m_facts.kv, kvHeadIndex), .q = m_q.f32(context.worker) + firstHead * dim, .nHeads = group,
            .keyBegin = std::max(begin, pieces.keyBegin), .keyEnd = std::min(begin + kAttentionPiece, pieces.keyEnd), .scale = m_facts.params.scale,
            .softcap = m_facts.params.softcap, .maximum = statistics + firstHead, .sum = statistics + m_facts.nHead + firstHead,
            .acc = m_acc.f32(0) + (piece * m_facts.nHead + firstHead) * dim, .scratch = m_scratch.f32(context.worker) });
    }

    Facts m_facts;
    Place m_q, m_statistics, m_acc, m_scratch;
};

/// Decode: merges the partial results, on every worker for itself: cheaper than another barrier.
class MergeStep : public Step {
public:
    MergeStep(Facts facts, Place statistics, Place acc, Place out) : m_facts(facts), m_statistics(statistics), m_acc(acc), m_out(out) { }
    void run(const StepContext& context) const override
    {
        const Pieces pieces = piecesOf(m_facts.params, context.firstPosition);
        const std::int64_t dim = m_facts.kv.headDim;
        for (std::int64_t head = 0; head < m_facts.nHead; ++head) {
            m_facts.kernels->attentionMerge({ .nPieces = std::int32_t(pieces.count), .headDim = std::int32_t(dim), .maximum = m_statistics.f32(0) + head,
                .sum = m_statistics.f32(0) + m_facts.nHead + head, .statStride = 2 * m_facts.nHead, .acc = m_acc.f32(0) + head * dim,
                .accStride = m_facts.nHead * dim, .out = m_out.f32(context.worker) + head * dim });
        }
    }

private:
    Facts m_facts;
    Place m_statistics, m_acc, m_out;
};

/// Prefill: (tile of query tokens, KV head). Late tiles see more keys, so items are dealt out in turn, not in ranges.
class PrefillStep : public Step {
public:
    PrefillStep(Facts facts, Place q, Place out, Place scratch) : m_facts(facts), m_q(q), m_out(out), m_scratch(scratch) { }
    void run(const StepContext& context) const override
    {
        const std::int64_t tiles = (m_facts.tokens + kAttentionTokenTile - 1) / kAttentionTokenTile;
        const std::int64_t items = tiles * m_facts.kv.nHeadKv;
        for (std::int64_t item = context.worker; item < items && !context.cancelled(); item += context.workers)
            attend(context, item / m_facts.kv.nHeadKv * kAttentionTokenTile, std::int32_t(item % m_facts.kv.nHeadKv));
    }

private:
    void attend(const StepContext& context, std::int64_t token, std::int32_t kvHeadIndex) const
    {
        const std::int64_t width = std::int64_t(m_facts.nHead) * m_facts.kv.headDim;
        const std::int64_t at = token * width + std::int64_t(kvHeadIndex) * m_facts.group() * m_facts.kv.headDim;
        m_facts.kernels->attentionPrefill({ .head = kvHead(m_facts.kv, kvHeadIndex), .q = m_q.f32(context.worker) + at, .ldQ = width, .out = m_out.f32(0) + at, .ldOut = width,
            .nHeads = m_facts.group(), .nTokens = std::int32_t(std::min<std::int64_t>(kAttentionTokenTile, m_facts.tokens - token)),
            .firstPosition = context.firstPosition + token, .window = m_facts.params.window, .scale = m_facts.params.scale, .softcap = m_facts.params.softcap,
            .scratch = m_scratch.bytes(context.worker) });
    }

    Facts m_facts;
    Place m_q, m_out, m_scratch;
};

void lowerDecode(Lowering& lowering, const graph::Node& node, const Facts& facts)
{
    const std::size_t pieces = std::size_t(maxPieces(facts.kv.capacity));
    const std::size_t heads = std::size_t(facts.nHead);
    const std::size_t dim = std::size_t(facts.kv.headDim);
    const BufferId q = lowering.bufferOf(node.inputs[0]);
    const BufferId statistics = lowering.scratch(pieces * heads * 2 * sizeof(float), false);
    const BufferId acc = lowering.scratch(pieces * heads * dim * sizeof(float), false);
    const BufferId scratch = lowering.scratch(std::size_t(facts.group() * kAttentionPiece) * sizeof(float), true);
    const Slicing heldByAll { Slicing::Axis::features, facts.nHead, facts.group(), false };
    lowering.emit(node, { q, statistics, acc, scratch }, heldByAll,
        [=](const Addresses& at) { return std::make_unique<PieceStep>(facts, at(q), at(statistics), at(acc), at(scratch)); });
    lowering.barrier();
    const Slicing each = lowering.wholeTokens(1);
    const BufferId out = lowering.write(node.output, each);
    api::NodeInfo merge;
    merge.op = "attention_merge";
    merge.family = base::OpFamily::attention;
    merge.bytes = heads * dim * sizeof(float) * 2;
    merge.flops = heads * dim * 2;
    lowering.emit(node, { statistics, acc, out }, each,
        [=](const Addresses& at) { return std::make_unique<MergeStep>(facts, at(statistics), at(acc), at(out)); }, " (merge)", merge);
}

void lowerPrefill(Lowering& lowering, const graph::Node& node, const Facts& facts)
{
    const BufferId q = lowering.bufferOf(node.inputs[0]);
    const Slicing dealt { Slicing::Axis::features, facts.nHead, 1, false };
    const BufferId out = lowering.write(node.output, dealt);
    const BufferId scratch = lowering.scratch(facts.kernels->attentionPrefillScratchBytes(facts.kv.headDim, facts.group()), true);
    lowering.emit(node, { q, out, scratch }, dealt,
        [=](const Addresses& at) { return std::make_unique<PrefillStep>(facts, at(q), at(out), at(scratch)); });
    lowering.barrier();
}

void lowerAttention(Lowering& lowering, const graph::Node& node)
{
    lowering.needAll(node.inputs[0]);
    lowering.needAll(node.inputs[1]);
    const tensor::Shape& q = lowering.operand(node.inputs[0]).shape;
    const Facts facts { &lowering.kernels(), lowering.kv(node), node.params.get<ops::AttentionParams>(), std::int32_t(q[1]), q[0] };
    if (facts.kv.headDim % 8 != 0)
        lowering.fallback(node, "heads of " + std::to_string(facts.kv.headDim) + " are not a multiple of 8");
    else if (facts.tokens == 1)
        lowerDecode(lowering, node, facts);
    else
        lowerPrefill(lowering, node, facts);
}

} // namespace

extern const CpuLowering lower_attention;
constexpr CpuLowering lower_attention { &ops::attention, lowerAttention };

} // namespace cutaway::backend::cpu
