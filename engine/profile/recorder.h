#pragma once
#include "engine/api/profile.h"
#include "engine/profile/tick_clock.h"

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace cutaway::profile {

struct RawEvent {
    std::uint64_t start = 0, end = 0; ///< ticks
    std::uint32_t node = 0;
    api::EventKind kind = api::EventKind::node;
};

/// Events of one lane: a ring that one thread writes. The oldest are overwritten. On cache lines of its own: lanes lie side by side, and each is
/// written by another core.
class alignas(128) EventRing {
public:
    explicit EventRing(std::size_t capacity);
    void push(const RawEvent& event) { m_events[m_head++ & m_mask] = event; }
    std::uint64_t head() const { return m_head; }
    std::size_t capacity() const { return m_mask + 1; }
    const RawEvent& at(std::uint64_t index) const { return m_events[index & m_mask]; }

private:
    std::vector<RawEvent> m_events;
    std::uint64_t m_head = 0;
    std::uint64_t m_mask;
};

/// The static side of a plan: what events refer to.
struct RecordedPlan {
    std::shared_ptr<const api::PlanInfo> info;
    std::vector<double> share;          ///< [worker][node]: part of the node's bytes and flops that a worker has
    std::vector<std::uint64_t> flopsPerPair, bytesPerKey; ///< [node]: of attention nodes, else 0
    std::vector<std::int64_t> window;   ///< [node]: sliding window of attention nodes; 0: none
    std::int32_t workers = 1;
};

/// Records steps in rings, always on; turns them into immutable records when somebody looks. begin, end and snapshot belong to the engine
/// thread; each worker writes its own lane between begin and end.
class Recorder {
public:
    /// @param ringEvents  events kept per lane (rounded up to a power of two)
    /// @param maxSteps    records kept once converted
    Recorder(int workers, std::size_t ringEvents = std::size_t(1) << 17, std::size_t maxSteps = 512);

    bool enabled() const { return m_enabled; }
    void setEnabled(bool enabled) { m_enabled = enabled; }
    EventRing& lane(int worker) { return m_lanes[std::size_t(worker)]; }

    /// @return id of the step, counted from 1
    std::uint64_t beginStep(api::StepKind kind, std::shared_ptr<const RecordedPlan> plan, std::int32_t tokens, std::int64_t kvBefore);
    void endStep();
    /// A stretch of work of the engine thread after the current step, shown in the lane "sampler".
    void sampled(std::uint64_t startTick, std::uint64_t endTick);

    std::shared_ptr<const api::ProfileSnapshot> snapshot();
    /// Cost of one event in ns on this machine, measured when the recorder was made.
    double eventCostNs() const { return m_eventCostNs; }
    /// Share of step time that recording took, over the last steps.
    double recordingShare() const { return m_recordingShare; }
    std::uint64_t steps() const { return m_nextStep - 1; }

private:
    struct Pending {
        std::uint64_t id = 0;
        api::StepKind kind = api::StepKind::decode;
        std::shared_ptr<const RecordedPlan> plan;
        std::int32_t tokens = 0;
        std::int64_t kvBefore = 0;
        std::uint64_t start = 0, end = 0;
        std::vector<std::uint64_t> laneBegin, laneEnd;
    };

    bool intact(const Pending& step) const;
    std::shared_ptr<const api::StepRecord> convert(const Pending& step) const;
    void measureEventCost();

    std::vector<EventRing> m_lanes; ///< workers, then the sampler
    std::vector<std::string> m_laneNames;
    std::vector<Pending> m_pending; ///< ring, so that steps allocate nothing
    std::size_t m_pendingBegin = 0, m_pendingCount = 0;
    std::deque<std::shared_ptr<const api::StepRecord>> m_converted;
    std::size_t m_maxSteps;
    std::uint64_t m_nextStep = 1;
    std::uint64_t m_dropped = 0;
    TickScale m_scale;
    double m_eventCostNs = 0;
    double m_recordingShare = 0;
    bool m_enabled = true;
};

} // namespace cutaway::profile
