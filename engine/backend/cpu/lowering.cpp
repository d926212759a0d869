#include "engine/backend/cpu/lowering.h"

#include "engine/backend/cpu/prepare_step.h"
#include "engine/backend/reference/reference_call.h"
#include "engine/base/mapped.h"

#include <algorithm>

namespace cutaway::backend::cpu {
namespace {

constexpr std::size_t kAlignment = 64;

std::size_t aligned(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

class ReferenceStep : public Step {
public:
    explicit ReferenceStep(reference::BoundCall call) : m_call(std::move(call)) { }
    void run(const StepContext& context) const override
    {
        if (context.worker == 0)
            m_call.run({ context.tokens, context.outputRows, context.firstPosition }, reference::serialFor());
    }

private:
    reference::BoundCall m_call;
};

} // namespace

Lowering::Lowering(const PlanRequest& request, const kernels::cpu::KernelTable& kernels, int workers)
    : m_request(request), m_kernels(kernels), m_workers(workers), m_values(request.graph.values.size()), m_uses(request.graph.values.size())
{
    for (const graph::Node& node : graph().nodes) {
        for (const graph::ValueId input : node.inputs)
            ++m_uses[std::size_t(input.index)];
    }
    m_result.recorded = std::make_shared<profile::RecordedPlan>();
}

CpuWeight Lowering::weight(graph::ValueId id) const
{
    const auto index = graph()[id].weight;
    if (const auto* store = static_cast<const CpuWeightStore*>(m_request.store))
        return (*store)[index];
    const WeightSource& source = m_request.weights[std::size_t(index)];
    return { nullptr, source.matrix ? kernels::cpu::packedLayout(source.operand.type) : nullptr, source.operand };
}

void Lowering::needAll(graph::ValueId id)
{
    const ValueState& value = m_values[std::size_t(id.index)];
    if (value.stage == m_stage && value.slicing.axis != Slicing::Axis::none)
        barrier();
}

void Lowering::needSlice(graph::ValueId id, const Slicing& slicing)
{
    const ValueState& value = m_values[std::size_t(id.index)];
    if (value.stage == m_stage && value.slicing.axis != Slicing::Axis::none && !(value.slicing == slicing))
        barrier();
}

Slicing Lowering::slicingOf(graph::ValueId id, const Slicing& fallback) const
{
    const ValueState& value = m_values[std::size_t(id.index)];
    return value.stage == m_stage && value.slicing.axis != Slicing::Axis::none ? value.slicing : fallback;
}

Slicing Lowering::wholeTokens(std::int64_t tokens) const
{
    if (tokens == 1)
        return { Slicing::Axis::none, 1, 1, false };
    return { Slicing::Axis::tokens, tokens, kernels::cpu::kTokenTile, false };
}

bool Lowering::roundUpFor(std::int64_t width)
{
    if (m_roundingStage != m_stage) {
        m_rounding.clear();
        m_roundingStage = m_stage;
    }
    return m_rounding.try_emplace(width, m_rounding.size() % 2 == 0).first->second;
}

BufferId Lowering::newBuffer(std::size_t bytes, bool perWorker)
{
    const std::size_t stride = perWorker ? aligned(bytes) : 0;
    m_result.lifetimes.push_back({ .sizeBytes = perWorker ? stride * std::size_t(m_workers) : bytes, .firstStage = m_stage, .lastStage = m_stage });
    m_result.strides.push_back(stride);
    return { std::int32_t(m_result.lifetimes.size()) - 1 };
}

void Lowering::touch(BufferId id)
{
    if (!id)
        return;
    auto& lifetime = m_result.lifetimes[std::size_t(id.index)];
    lifetime.firstStage = std::min(lifetime.firstStage, m_stage);
    lifetime.lastStage = std::max(lifetime.lastStage, m_stage);
}

BufferId Lowering::scratch(std::size_t bytes, bool perWorker) { return newBuffer(bytes, perWorker); }

BufferId Lowering::write(graph::ValueId id, const Slicing& slicing)
{
    ValueState& value = m_values[std::size_t(id.index)];
    if (id == graph().logits)
        value = { { .logits = true }, slicing, m_stage };
    else
        value = { newBuffer(std::size_t(operand(id).shape.count()) * sizeof(float), slicing.axis == Slicing::Axis::none), slicing, m_stage };
    return value.buffer;
}

BufferId Lowering::writeOver(graph::ValueId input, graph::ValueId output, const Slicing& slicing)
{
    const ValueState& source = m_values[std::size_t(input.index)];
    if (output == graph().logits || !source.buffer)
        return write(output, slicing);
    const bool ownCopy = m_result.strides[std::size_t(source.buffer.index)] != 0;
    const bool sameKind = ownCopy == (slicing.axis == Slicing::Axis::none);
    const bool sameSize = operand(input).shape.count() == operand(output).shape.count();
    // A range that another worker may still read in this stage must not be overwritten: only what this worker alone reads.
    const bool onlyMine = source.stage == m_stage ? source.slicing == slicing : true;
    if (m_uses[std::size_t(input.index)] != 1 || !sameKind || !sameSize || !onlyMine)
        return write(output, slicing);
    m_values[std::size_t(output.index)] = { source.buffer, slicing, m_stage };
    return source.buffer;
}

BufferId Lowering::prepared(const graph::Node& node, graph::ValueId x, kernels::cpu::ActKind kind)
{
    using kernels::cpu::ActKind;
    if (kind == ActKind::f32) {
        needAll(x);
        return bufferOf(x);
    }
    const auto key = std::pair(x.index, kind);
    if (const auto it = m_prepared.find(key); it != m_prepared.end()) {
        if (it->second.stage == m_stage && it->second.slicing.axis != Slicing::Axis::none)
            barrier();
        return it->second.buffer;
    }
    const std::int64_t tokens = tokensOf(x);
    const std::int64_t k = widthOf(x);
    const Slicing slicing = wholeTokens(tokens);
    slicing.axis == Slicing::Axis::none ? needAll(x) : needSlice(x, slicing);
    const auto rows = std::int32_t(tokens * kRowsPerToken);
    const BufferId out = newBuffer(m_kernels.actBytes(kind, k, rows), slicing.axis == Slicing::Axis::none);
    const BufferId split = scratch(PrepareStep::scratchBytes(k, tokens), true);
    const BufferId source = bufferOf(x);
    const PrepareStep::Facts step { kind, kind == ActKind::q8per32 ? m_kernels.prepareQ8per32 : m_kernels.prepareQ8per256, k, tokens, slicing };
    api::NodeInfo facts;
    facts.op = "quantize";
    facts.family = base::OpFamily::copy;
    facts.bytes = std::uint64_t(tokens * k) * (sizeof(float) + kRowsPerToken);
    facts.flops = std::uint64_t(tokens * k) * 2 * kRowsPerToken;
    emit(node, { source, out, split }, slicing,
        [=](const Addresses& at) { return std::make_unique<PrepareStep>(step, at(source), at(out), at(split)); }, " (quantize)", facts);
    m_prepared[key] = { out, slicing, m_stage };
    if (slicing.axis != Slicing::Axis::none)
        barrier();
    return out;
}

api::NodeInfo Lowering::describe(const graph::Node& node) const
{
    std::vector<ops::Operand> inputs;
    api::NodeInfo info;
    for (const graph::ValueId input : node.inputs) {
        inputs.push_back(operand(input));
        if (graph()[input].kind == graph::ValueKind::weight && inputs.back().shape.rank() == 2)
            info.dtype = kernels::dtypeInfo(inputs.back().type).name;
    }
    const ops::Cost cost = node.op->cost(inputs, operand(node.output), node.params);
    info.name = node.name;
    info.op = node.op->name;
    info.block = graph::blockName(node.block);
    info.family = node.op->family;
    info.layer = node.layer;
    info.bytes = cost.bytes;
    info.flops = cost.flops;
    return info;
}

void Lowering::emit(const graph::Node& node, std::initializer_list<BufferId> buffers, const Slicing& slicing, MakeStep make, const char* suffix,
    api::NodeInfo facts)
{
    for (const BufferId id : buffers)
        touch(id);
    api::NodeInfo info = describe(node);
    if (!facts.op.empty()) {
        facts.block = info.block;
        facts.layer = info.layer;
        info = std::move(facts);
    }
    info.name = node.name + suffix;
    info.stage = m_stage;
    auto& recorded = *m_result.recorded;
    const bool attends = node.op == &ops::attention && info.op == node.op->name;
    recorded.window.push_back(attends ? node.params.get<ops::AttentionParams>().window : 0);
    ops::Cost cost;
    if (attends) {
        const std::vector<ops::Operand> inputs { operand(node.inputs[0]), operand(node.inputs[1]) };
        cost = node.op->cost(inputs, operand(node.output), node.params);
        cost.bytesPerKey *= kernels::dtypeInfo(kv(node).type).blockBytes;
    }
    recorded.flopsPerPair.push_back(cost.flopsPerPair);
    recorded.bytesPerKey.push_back(cost.bytesPerKey);
    m_nodes.push_back(std::move(info));
    m_result.steps.push_back({ std::move(make), m_stage, slicing, false });
}

void Lowering::fallback(const graph::Node& node, std::string reason)
{
    for (const graph::ValueId input : node.inputs)
        needAll(input);
    barrier();
    const Slicing whole { Slicing::Axis::tokens, 1, 1, false };
    const BufferId out = write(node.output, whole);
    const std::vector<BufferId> inputs = base::mapped(node.inputs, [this](graph::ValueId input) { return bufferOf(input); });
    for (const BufferId id : inputs)
        touch(id);
    const graph::Graph* graphNow = &graph();
    const graph::Node* nodeNow = &node;
    const auto weights = m_request.weights;
    const ops::KvLayer layer = node.layer >= 0 && !m_request.kv.empty() ? kv(node) : ops::KvLayer {};
    emit(node, { out }, whole, [=](const Addresses& at) -> std::unique_ptr<Step> {
        const auto places = base::mapped(inputs, [&at](BufferId id) { return at(id).base; });
        return std::make_unique<ReferenceStep>(reference::bind(*graphNow, *nodeNow, weights, places, at(out).base, layer));
    });
    m_nodes.back().fallback = std::move(reason);
    m_result.steps.back().firstWorkerOnly = true;
    barrier();
}

std::int32_t Lowering::layersInGraph() const { return std::max(1, graph().nLayer); }

void Lowering::finishRecording()
{
    auto info = std::make_shared<api::PlanInfo>();
    info->id = m_request.planId;
    const graph::StepShape& shape = graph().shape;
    info->key = (shape.nTokens == 1 ? "decode, 1 token" : "prefill, " + std::to_string(shape.nTokens) + " tokens") + ", " + std::to_string(shape.nOutputs) + " outputs";
    info->stages = m_stage + 1;
    std::int32_t barriersInLayers = 0;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const bool begins = i + 1 < m_nodes.size() && m_nodes[i + 1].stage != m_nodes[i].stage;
        barriersInLayers += begins && m_nodes[i].layer >= 0 ? m_nodes[i + 1].stage - m_nodes[i].stage : 0;
    }
    info->barriersPerLayer = double(barriersInLayers) / layersInGraph();
    auto& recorded = *m_result.recorded;
    recorded.workers = m_workers;
    for (int worker = 0; worker < m_workers; ++worker) {
        for (const PlannedStep& step : m_result.steps) {
            const auto range = step.slicing.range(worker, m_workers);
            const double part = step.slicing.axis == Slicing::Axis::none ? 1.0 : double(range.size()) / double(std::max<std::int64_t>(1, step.slicing.count));
            recorded.share.push_back(part);
        }
    }
    info->nodes = std::move(m_nodes);
    recorded.info = std::move(info);
}

base::Result<Lowering::Result> Lowering::run()
{
    for (const graph::Node& node : graph().nodes) {
        const auto table = cpuLowerings();
        const auto it = std::ranges::find_if(table, [&](const CpuLowering* entry) { return entry->op == node.op; });
        if (it == table.end())
            fallback(node, "this backend has no kernel for " + std::string(node.op->name));
        else
            (*it)->lower(*this, node);
    }
    m_result.stages = m_stage + 1;
    m_result.arenaBytes = graph::planArena(m_result.lifetimes);
    finishRecording();
    return std::move(m_result);
}

} // namespace cutaway::backend::cpu
