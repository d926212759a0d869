#pragma once
#include "engine/backend/cpu/lowering.h"

namespace cutaway::backend::cpu {

/// A lowered graph, bound to its memory.
class CpuPlan : public Plan {
public:
    CpuPlan(const PlanRequest& request, Lowering::Result lowered, base::ThreadPool& pool);

    std::uint64_t arenaBytes() const override { return m_arenaBytes; }
    const std::shared_ptr<const profile::RecordedPlan>& recorded() const override { return m_recorded; }
    bool run(const StepInput& input, profile::Recorder& recorder) override;

private:
    struct BoundStep {
        std::unique_ptr<Step> step;
        bool barrierBefore = false;
    };

    template <bool kRecord> void runWorker(StepContext context, profile::EventRing& lane);
    bool stopHere(const StepContext& context, std::int32_t barrier);

    std::vector<BoundStep> m_steps;
    std::shared_ptr<const profile::RecordedPlan> m_recorded;
    std::uint64_t m_arenaBytes = 0;
    base::ThreadPool& m_pool;
    std::atomic<std::int32_t> m_stopAt { 0 }; ///< barrier at which all workers leave; the largest number: none
};

} // namespace cutaway::backend::cpu
