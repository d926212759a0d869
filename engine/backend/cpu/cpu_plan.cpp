#include "engine/backend/cpu/cpu_plan.h"

#include <limits>

namespace cutaway::backend::cpu {
namespace {

constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();

} // namespace

CpuPlan::CpuPlan(const PlanRequest& request, Lowering::Result lowered, base::ThreadPool& pool)
    : m_recorded(std::move(lowered.recorded)), m_arenaBytes(lowered.arenaBytes), m_pool(pool)
{
    const Addresses addresses(request.arena, request.logits, lowered.lifetimes, lowered.strides);
    std::int32_t stage = 0;
    for (PlannedStep& planned : lowered.steps) {
        m_steps.push_back({ planned.make(addresses), planned.stage != stage });
        stage = planned.stage;
    }
}

bool CpuPlan::run(const StepInput& input, profile::Recorder& recorder)
{
    m_stopAt.store(kNever, std::memory_order_relaxed);
    const StepContext context { input.tokens.data(), input.outputRows.data(), input.firstPosition, input.cancel, 0, m_pool.threads() };
    m_pool.run([&](int worker) {
        StepContext own = context;
        own.worker = worker;
        recorder.enabled() ? runWorker<true>(own, recorder.lane(worker)) : runWorker<false>(own, recorder.lane(worker));
    });
    return m_stopAt.load(std::memory_order_relaxed) == kNever && !context.cancelled();
}

/// Worker 0 decides before a barrier, so that all workers leave at the same one.
bool CpuPlan::stopHere(const StepContext& context, std::int32_t barrier)
{
    if (context.worker == 0 && context.cancelled() && m_stopAt.load(std::memory_order_relaxed) == kNever)
        m_stopAt.store(barrier, std::memory_order_relaxed);
    m_pool.barrier().arrive(context.worker);
    return m_stopAt.load(std::memory_order_relaxed) <= barrier;
}

template <bool kRecord> void CpuPlan::runWorker(StepContext context, profile::EventRing& lane)
{
    std::uint64_t before = kRecord ? profile::ticks() : 0;
    const auto stamp = [&](std::uint32_t node, api::EventKind kind) {
        if constexpr (kRecord) {
            const std::uint64_t now = profile::ticks();
            lane.push({ before, now, node, kind });
            before = now;
        }
    };
    std::int32_t barrier = 0;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i].barrierBefore) {
            const bool stop = stopHere(context, barrier++);
            stamp(std::uint32_t(i), api::EventKind::wait);
            if (stop)
                return;
        }
        m_steps[i].step->run(context);
        stamp(std::uint32_t(i), api::EventKind::node);
    }
    // The others' last part: the caller must see all of it, and the lane shows the wait.
    m_pool.barrier().arrive(context.worker);
    stamp(std::uint32_t(m_steps.size() - 1), api::EventKind::wait);
}

} // namespace cutaway::backend::cpu
