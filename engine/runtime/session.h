#pragma once
#include "engine/base/ids.h"
#include "engine/base/thread_pool.h"
#include "engine/runtime/model_description.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace cutaway::runtime {

/// How a model is to run.
struct RunOptions {
    std::int64_t context = 0;    ///< positions; 0: the smaller of trained and 4,096
    int threads = 0;             ///< decode; 0: one per physical core
    int threadsBatch = 0;        ///< prefill; 0: as threads
    std::int32_t ubatch = 512;
    kernels::DType kvType = kernels::DType::f16; ///< f32 for the oracle, whatever is asked
    std::string isa;             ///< cap; empty: the best
    bool reference = false;
    bool record = true;
    std::int32_t maxOutputs = 1; ///< rows of logits that one step may yield
    backend::LinearObserver observer; ///< shown what goes into every product with a weight; only the reference has it
};

/// A model with its weights on a backend: what sessions share.
class LoadedModel {
public:
    /// Errors: outOfMemory before anything is read when the plan does not fit; cancelled; those of backends.
    static base::Result<std::shared_ptr<LoadedModel>> load(std::shared_ptr<const ModelDescription> description, const RunOptions& options, const backend::LoadProgress& progress);

    const ModelDescription& description() const { return *m_description; }
    const RunOptions& options() const { return m_options; }
    backend::Backend& backendFor(const graph::StepShape& shape) { return shape.nTokens == 1 || !m_batchBackend ? *m_backend : *m_batchBackend; }
    const backend::WeightStore& weights() const { return *m_weights; }
    const std::vector<backend::WeightSource>& sources() const { return m_sources; }
    int workers() const;

private:
    std::shared_ptr<const ModelDescription> m_description;
    RunOptions m_options;
    std::unique_ptr<base::ThreadPool> m_pool, m_batchPool;
    std::unique_ptr<backend::Backend> m_backend, m_batchBackend;
    std::vector<backend::WeightSource> m_sources;
    std::unique_ptr<backend::WeightStore> m_weights;
};

/// Numbers that come with a step.
struct PlanCounts {
    std::uint64_t built = 0, reused = 0;
};

/// One sequence on a loaded model: its cache, its tokens, its plans. Used from one thread.
class Session {
public:
    /// Called with the logits of one wanted position, valid during the call.
    using LogitsSink = std::function<void(std::int64_t position, std::span<const float> logits)>;
    using Wanted = std::function<bool(std::int64_t position)>;
    using Advanced = std::function<void(std::int64_t done)>;

    static base::Result<std::unique_ptr<Session>> create(std::shared_ptr<LoadedModel> model, profile::Recorder& recorder);

    /// Keeps as many of the cached tokens as `tokens` begins with, at most all but one of `tokens`, so that something is left to compute.
    /// @return how many were kept
    std::int64_t reusePrefix(std::span<const base::TokenId> tokens);
    void clear();

    /// Appends tokens, in ubatches. Errors: contextFull before anything ran; invalidArgument for ids outside the vocabulary; cancelled, and
    /// then the sequence keeps the ubatches that were complete.
    base::Status append(std::span<const base::TokenId> tokens, const base::CancelToken& cancel, const Wanted& wanted, const LogitsSink& sink, const Advanced& advanced = {});
    /// Appends tokens and leaves the logits of the last one in logits().
    base::Status prefill(std::span<const base::TokenId> tokens, const base::CancelToken& cancel, const Advanced& advanced = {});
    /// Appends one token: one decode step, no allocation. Errors: contextFull, cancelled.
    base::Status decode(base::TokenId token, const base::CancelToken& cancel);
    /// Of the last position, after prefill() or decode(); [nVocab]. The caller may change them.
    std::span<float> logits();

    const std::vector<base::TokenId>& tokens() const { return m_tokens; }
    std::int64_t contextFree() const { return m_cache.free(); }
    const cache::KvCache& cache() const { return m_cache; }
    PlanCounts planCounts() const { return m_counts; }
    std::uint64_t arenaBytes() const { return m_arena.size(); }
    std::uint64_t outputBytes() const { return m_logits.size(); }
    double barriersPerLayer();
    LoadedModel& model() { return *m_model; }
    profile::Recorder& recorder() { return m_recorder; }
    /// Id of the last step in the recorder.
    std::uint64_t lastStep() const { return m_lastStep; }

private:
    Session(std::shared_ptr<LoadedModel> model, profile::Recorder& recorder) : m_model(std::move(model)), m_recorder(recorder) { }

    base::Result<backend::Plan*> planFor(graph::StepShape shape);
    base::Result<std::unique_ptr<backend::Plan>> makePlan(graph::StepShape shape);
    base::Status runStep(std::span<const base::TokenId> tokens, std::span<const std::int32_t> outputs, const base::CancelToken& cancel);
    base::Status checkTokens(std::span<const base::TokenId> tokens) const;

    std::shared_ptr<LoadedModel> m_model;
    profile::Recorder& m_recorder;
    cache::KvCache m_cache;
    tensor::Buffer m_arena, m_logits;
    std::vector<base::TokenId> m_tokens;
    struct CachedPlan {
        graph::StepShape shape;
        std::unique_ptr<backend::Plan> plan;
        std::uint64_t lastUse = 0;
    };
    std::vector<CachedPlan> m_plans;
    std::uint64_t m_uses = 0;
    std::uint32_t m_nextPlanId = 1;
    std::int32_t m_logitsRow = 0;
    std::uint64_t m_lastStep = 0;
    PlanCounts m_counts;
};

} // namespace cutaway::runtime
