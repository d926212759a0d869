#include "engine/backend/reference/reference_backend.h"

#include "engine/backend/reference/reference_call.h"
#include "engine/base/mapped.h"
#include "engine/graph/memory_plan.h"
#include "kernels/types/dequant.h"

#include <algorithm>

namespace cutaway::backend::reference {
namespace {

/// Weights are read where the file is mapped.
class MappedWeights : public WeightStore {
public:
    std::uint64_t sizeBytes() const override { return 0; }
};

ops::ParallelFor parallelOn(base::ThreadPool& pool)
{
    return [&pool](std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
        pool.run([&](int worker) { body(count * worker / pool.threads(), count * (worker + 1) / pool.threads()); });
    };
}

class ReferencePlan : public Plan {
public:
    ReferencePlan(const PlanRequest& request, base::ThreadPool& pool, const LinearObserver& observer)
        : m_parallel(parallelOn(pool))
        , m_observer(observer)
    {
        const graph::Graph& graph = request.graph;
        std::vector<graph::Lifetime> lifetimes(graph.values.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const graph::ValueId output = graph.nodes[i].output;
            lifetimes[std::size_t(output.index)] = { .sizeBytes = output == graph.logits ? 0 : floatBytes(graph[output]), .firstStage = std::int32_t(i), .lastStage = std::int32_t(i) };
            for (const graph::ValueId input : graph.nodes[i].inputs)
                lifetimes[std::size_t(input.index)].lastStage = std::int32_t(i);
        }
        m_arenaBytes = graph::planArena(lifetimes);
        const auto place = [&](graph::ValueId id) { return id == graph.logits ? request.logits : request.arena + lifetimes[std::size_t(id.index)].offset; };
        for (const graph::Node& node : graph.nodes) {
            const auto inputs = base::mapped(node.inputs, place);
            const ops::KvLayer kv = node.layer >= 0 && !request.kv.empty() ? request.kv[std::size_t(node.layer)] : ops::KvLayer {};
            m_calls.push_back(reference::bind(graph, node, request.weights, inputs, place(node.output), kv));
            m_watched.push_back(watchedInput(graph, node, request.weights, inputs));
        }
        describe(request, pool.threads());
    }

    std::uint64_t arenaBytes() const override { return m_arenaBytes; }
    const std::shared_ptr<const profile::RecordedPlan>& recorded() const override { return m_recorded; }

    bool run(const StepInput& input, profile::Recorder& recorder) override
    {
        const CallInput scalars { input.tokens.data(), input.outputRows.data(), input.firstPosition };
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            if (input.cancel && input.cancel->load(std::memory_order_relaxed))
                return false;
            if (m_watched[i].inputs.data())
                m_observer(m_watched[i].weight, m_watched[i].inputs, m_watched[i].columns);
            const std::uint64_t start = profile::ticks();
            m_calls[i].run(scalars, m_parallel);
            if (recorder.enabled())
                recorder.lane(0).push({ start, profile::ticks(), std::uint32_t(i), api::EventKind::node });
        }
        return true;
    }

private:
    /// What the observer is shown before a node; no inputs for one that is no product with a weight.
    struct Watched {
        std::string weight;
        std::span<const float> inputs;
        std::int64_t columns = 0;
    };

    Watched watchedInput(const graph::Graph& graph, const graph::Node& node, std::span<const WeightSource> weights, const std::vector<std::byte*>& inputs) const
    {
        if (!m_observer || node.op != &ops::linear || !inputs[0])
            return {};
        const graph::Value& weight = graph[node.inputs[1]];
        const auto count = std::size_t(graph[node.inputs[0]].operand.shape.count());
        return { weights[std::size_t(weight.weight)].name, { reinterpret_cast<const float*>(inputs[0]), count }, weight.operand.shape[1] };
    }

    static std::uint64_t floatBytes(const graph::Value& value) { return std::uint64_t(value.operand.shape.count()) * sizeof(float); }

    void describe(const PlanRequest& request, int workers)
    {
        const graph::Graph& graph = request.graph;
        auto info = std::make_shared<api::PlanInfo>();
        auto recorded = std::make_shared<profile::RecordedPlan>();
        info->id = request.planId;
        info->key = "reference, " + std::to_string(graph.shape.nTokens) + " tokens, " + std::to_string(graph.shape.nOutputs) + " outputs";
        info->stages = std::int32_t(graph.nodes.size());
        info->barriersPerLayer = double(graph.nodes.size()) / std::max(1, graph.nLayer);
        for (const graph::Node& node : graph.nodes) {
            const auto inputs = base::mapped(node.inputs, [&](graph::ValueId input) { return graph[input].operand; });
            const ops::Cost cost = node.op->cost(inputs, graph[node.output].operand, node.params);
            info->nodes.push_back({ .name = node.name, .op = std::string(node.op->name), .block = graph::blockName(node.block), .family = node.op->family,
                .layer = node.layer, .stage = std::int32_t(info->nodes.size()), .bytes = cost.bytes, .flops = cost.flops });
            recorded->flopsPerPair.push_back(cost.flopsPerPair);
            recorded->bytesPerKey.push_back(cost.bytesPerKey * sizeof(float));
            recorded->window.push_back(node.op == &ops::attention ? node.params.get<ops::AttentionParams>().window : 0);
        }
        recorded->workers = workers;
        recorded->share.assign(info->nodes.size() * std::size_t(workers), 0.0);
        std::fill_n(recorded->share.begin(), info->nodes.size(), 1.0); // lane 0 stands for all
        recorded->info = std::move(info);
        m_recorded = std::move(recorded);
    }

    std::vector<BoundCall> m_calls;
    std::vector<Watched> m_watched; ///< one a call
    std::shared_ptr<const profile::RecordedPlan> m_recorded;
    std::uint64_t m_arenaBytes = 0;
    ops::ParallelFor m_parallel;
    LinearObserver m_observer;
};

} // namespace

base::Result<std::unique_ptr<WeightStore>> ReferenceBackend::load(std::span<const WeightSource> weights, const LoadProgress& progress, const ReleaseSource&)
{
    for (const WeightSource& weight : weights) {
        if (!progress(0, 1, weight.name))
            return base::Error { .code = base::ErrorCode::cancelled, .message = "Loading was stopped." };
        if (!kernels::dequantizer(weight.operand.type)) {
            return base::Error { .code = base::ErrorCode::unsupported,
                .message = "Tensor " + weight.name + " is of type " + std::string(kernels::dtypeInfo(weight.operand.type).name) + ", which this build cannot read.",
                .subject = weight.name };
        }
    }
    return std::unique_ptr<WeightStore>(std::make_unique<MappedWeights>());
}

base::Result<std::unique_ptr<Plan>> ReferenceBackend::plan(const PlanRequest& request)
{
    return std::unique_ptr<Plan>(std::make_unique<ReferencePlan>(request, m_pool, m_observer));
}

} // namespace cutaway::backend::reference
