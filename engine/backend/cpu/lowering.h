#pragma once
#include "engine/backend/backend.h"
#include "engine/backend/cpu/step.h"
#include "engine/backend/cpu/weights.h"
#include "engine/graph/memory_plan.h"
#include "kernels/cpu/kernel_table.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cutaway::backend::cpu {

/// A buffer of the plan's arena, before it has an address; or the caller's space for logits.
struct BufferId {
    std::int32_t index = -1;
    bool logits = false;
    explicit operator bool() const { return index >= 0; }
};

/// Gives addresses when all lifetimes are known.
class Addresses {
public:
    Addresses(std::byte* arena, std::byte* logits, const std::vector<graph::Lifetime>& lifetimes, const std::vector<std::size_t>& strides)
        : m_arena(arena), m_logits(logits), m_lifetimes(lifetimes), m_strides(strides) { }
    Place operator()(BufferId id) const
    {
        if (id.logits)
            return { m_logits, 0 };
        if (!id)
            return {};
        return { m_arena + m_lifetimes[std::size_t(id.index)].offset, m_strides[std::size_t(id.index)] };
    }

private:
    std::byte* m_arena;
    std::byte* m_logits;
    const std::vector<graph::Lifetime>& m_lifetimes;
    const std::vector<std::size_t>& m_strides;
};

using MakeStep = std::function<std::unique_ptr<Step>(const Addresses&)>;

struct PlannedStep {
    MakeStep make;
    std::int32_t stage = 0;
    Slicing slicing;           ///< for each worker's share of bytes and FLOPs
    bool firstWorkerOnly = false;
};

/// Turns a graph into steps and stages. Lowerings of ops ask how their inputs lie, choose how to divide their own work, and emit steps;
/// a new stage (one barrier) begins only where a worker would read what another wrote in the current one.
class Lowering {
public:
    Lowering(const PlanRequest& request, const kernels::cpu::KernelTable& kernels, int workers);

    const graph::Graph& graph() const { return m_request.graph; }
    const kernels::cpu::KernelTable& kernels() const { return m_kernels; }
    int workers() const { return m_workers; }
    const ops::Operand& operand(graph::ValueId id) const { return graph()[id].operand; }
    std::int64_t tokensOf(graph::ValueId id) const { return operand(id).shape[0]; }
    std::int64_t widthOf(graph::ValueId id) const { return operand(id).shape.width(); }
    /// The KV layer that a node belongs to.
    const ops::KvLayer& kv(const graph::Node& node) const { return m_request.kv[std::size_t(node.layer)]; }
    /// The weight behind a value; without data while only planning.
    CpuWeight weight(graph::ValueId id) const;
    const WeightSource& weightSource(graph::ValueId id) const { return m_request.weights[std::size_t(graph()[id].weight)]; }

    // ---- reading --------------------------------------------------------------------------------------------------
    /// All of a value will be read by every worker: begins a stage when its parts were written in this one.
    void needAll(graph::ValueId id);
    /// Each worker will read just its slice: begins a stage only when the value was divided otherwise.
    void needSlice(graph::ValueId id, const Slicing& slicing);
    /// The slicing of a value when it was divided in the current stage; else `fallback`.
    Slicing slicingOf(graph::ValueId id, const Slicing& fallback) const;
    /// The natural slicing of an op that handles whole tokens: everything by every worker for one token, a range of tokens for more.
    Slicing wholeTokens(std::int64_t tokens) const;
    /// Rounding for the projection of this width in the current stage, so that odd units alternate between workers.
    bool roundUpFor(std::int64_t width);
    BufferId bufferOf(graph::ValueId id) const { return m_values[std::size_t(id.index)].buffer; }

    // ---- writing --------------------------------------------------------------------------------------------------
    /// Space for a value, divided as `slicing` says (Axis::none: a copy for each worker).
    BufferId write(graph::ValueId id, const Slicing& slicing);
    /// Lets `output` take over the buffer of `input` where nobody else reads that; else new space.
    BufferId writeOver(graph::ValueId input, graph::ValueId output, const Slicing& slicing);
    /// A value without data that others wait for.
    void writeOrder(graph::ValueId id, const Slicing& slicing) { m_values[std::size_t(id.index)] = { {}, slicing, m_stage }; }
    /// Space that is not a value: scratch of one stage, or shared between stages.
    BufferId scratch(std::size_t bytes, bool perWorker);
    /// Begins a new stage: everything before is visible to everybody.
    void barrier() { ++m_stage; }
    std::int32_t stage() const { return m_stage; }

    /// Activations prepared for a kind of linear kernel, made once for all projections that read them: kRowsPerToken rows a token (ActKind::f32: one).
    BufferId prepared(const graph::Node& node, graph::ValueId x, kernels::cpu::ActKind kind);

    /// Adds a step to the current stage; its buffers live at least that long.
    /// @param suffix  appended to the node's name when a node has several steps
    void emit(const graph::Node& node, std::initializer_list<BufferId> buffers, const Slicing& slicing, MakeStep make, const char* suffix = "",
        api::NodeInfo facts = {});

    /// The reference of the op on worker 0, because there is no fast kernel; `reason` is shown.
    void fallback(const graph::Node& node, std::string reason);

    // ---- result ---------------------------------------------------------------------------------------------------
    struct Result {
        std::vector<PlannedStep> steps;
        std::vector<graph::Lifetime> lifetimes;
        std::vector<std::size_t> strides;
        std::shared_ptr<profile::RecordedPlan> recorded;
        std::uint64_t arenaBytes = 0;
        std::int32_t stages = 0;
    };
    base::Result<Result> run();

private:
    struct ValueState {
        BufferId buffer;
        Slicing slicing;
        std::int32_t stage = -1; ///< in which it was written; -1: an input
    };
    struct Prepared {
        BufferId buffer;
        Slicing slicing;
        std::int32_t stage = 0;
    };

    BufferId newBuffer(std::size_t bytes, bool perWorker);
    void touch(BufferId id);
    api::NodeInfo describe(const graph::Node& node) const;
    std::int32_t layersInGraph() const;
    void finishRecording();

    PlanRequest m_request;
    const kernels::cpu::KernelTable& m_kernels;
    int m_workers;
    std::int32_t m_stage = 0;
    std::vector<ValueState> m_values;
    std::vector<std::int32_t> m_uses;
    std::map<std::pair<std::int32_t, kernels::cpu::ActKind>, Prepared> m_prepared;
    std::map<std::int64_t, bool> m_rounding; ///< of the current stage, by width
    std::int32_t m_roundingStage = -1;
    Result m_result;
    std::vector<api::NodeInfo> m_nodes;
};

/// How one op runs on this backend.
struct CpuLowering {
    const ops::OpSpec* op;
    void (*lower)(Lowering& lowering, const graph::Node& node);
};
std::span<const CpuLowering* const> cpuLowerings();

} // namespace cutaway::backend::cpu
