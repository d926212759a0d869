#pragma once
#include "engine/backend/backend.h"
#include "engine/base/thread_pool.h"

namespace cutaway::backend::reference {

/// The oracle: the plain reference of every op, in graph order, in F32, on the file's own weights. Slow and exact.
class ReferenceBackend : public Backend {
public:
    /// @param pool      borrowed, outlives the backend and its plans
    /// @param observer  may be empty; called on the thread that runs a plan
    explicit ReferenceBackend(base::ThreadPool& pool, LinearObserver observer = {}) : m_pool(pool), m_observer(std::move(observer)) { }

    std::string name() const override { return "cpu"; }
    std::string description() const override { return "reference, " + std::to_string(m_pool.threads()) + " threads"; }
    std::string isa() const override { return "reference"; }
    int workers() const override { return m_pool.threads(); }
    std::uint64_t weightBytes(const WeightSource&) const override { return 0; } // read in place from the mapping
    base::Result<std::unique_ptr<WeightStore>> load(std::span<const WeightSource> weights, const LoadProgress& progress, const ReleaseSource& release) override;
    base::Result<std::unique_ptr<Plan>> plan(const PlanRequest& request) override;

private:
    base::ThreadPool& m_pool;
    LinearObserver m_observer;
};

} // namespace cutaway::backend::reference
