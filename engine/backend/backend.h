#pragma once
#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/graph/graph.h"
#include "engine/profile/recorder.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// Where graphs run. A backend stores weights its own way, turns a graph into a plan once, and runs the plan many times.
namespace cutaway::backend {

/// One weight of a model, as the file has it.
struct WeightSource {
    std::string name;
    ops::Operand operand;
    const std::byte* bytes = nullptr; ///< borrowed from the file's mapping; nullptr when only planning
    std::int32_t layer = -1;
    bool matrix = false;              ///< read by linear or embed; vectors are F32
};

/// Called per tensor, before it is read; `done` of `total` bytes. Returns false to stop.
using LoadProgress = std::function<bool(std::uint64_t done, std::uint64_t total, const std::string& name)>;
/// Told when a tensor's file bytes are not needed any more.
using ReleaseSource = std::function<void(std::size_t weight)>;

/// The weights of one model on one device.
class WeightStore {
public:
    virtual ~WeightStore() = default;
    virtual std::uint64_t sizeBytes() const = 0;
};

/// Shown the activations that go into a product with a weight, before it runs: `inputs` is [n, columns] F32, valid during the call.
using LinearObserver = std::function<void(const std::string& weight, std::span<const float> inputs, std::int64_t columns)>;

/// The scalars of one run.
struct StepInput {
    std::span<const std::int32_t> tokens;     ///< [nTokens]
    std::span<const std::int32_t> outputRows; ///< [nOutputs] indices into tokens
    std::int64_t firstPosition = 0;
    const std::atomic<bool>* cancel = nullptr;
};

/// What planning needs besides the graph. Null pointers plan without running: only sizes are wanted.
struct PlanRequest {
    const graph::Graph& graph;
    std::span<const WeightSource> weights;
    const WeightStore* store = nullptr;
    std::span<const ops::KvLayer> kv;  ///< per layer; capacity and type count when planning
    std::byte* arena = nullptr;
    std::byte* logits = nullptr;       ///< [nOutputs, nVocab] F32
    std::uint32_t planId = 0;
};

/// A graph made ready: immutable, bound to its buffers.
class Plan {
public:
    virtual ~Plan() = default;
    virtual std::uint64_t arenaBytes() const = 0;
    virtual const std::shared_ptr<const profile::RecordedPlan>& recorded() const = 0;
    /// @return false when cancelled: the outputs are then worthless, the cache beyond firstPosition too. Allocates nothing.
    virtual bool run(const StepInput& input, profile::Recorder& recorder) = 0;
};

class Backend {
public:
    virtual ~Backend() = default;
    virtual std::string name() const = 0;        ///< "cpu"
    virtual std::string description() const = 0; ///< "avx2, 2 threads"
    virtual std::string isa() const = 0;
    virtual int workers() const = 0;
    /// Bytes that a weight will take on the device.
    virtual std::uint64_t weightBytes(const WeightSource& weight) const = 0;
    virtual base::Result<std::unique_ptr<WeightStore>> load(std::span<const WeightSource> weights, const LoadProgress& progress, const ReleaseSource& release) = 0;
    virtual base::Result<std::unique_ptr<Plan>> plan(const PlanRequest& request) = 0;
};

} // namespace cutaway::backend
