#include "engine/profile/recorder.h"

#include <algorithm>
#include <bit>

namespace cutaway::profile {

EventRing::EventRing(std::size_t capacity) : m_events(std::bit_ceil(capacity)), m_mask(std::bit_ceil(capacity) - 1) { }

Recorder::Recorder(int workers, std::size_t ringEvents, std::size_t maxSteps) : m_pending(maxSteps), m_maxSteps(maxSteps)
{
    for (int worker = 0; worker < workers; ++worker) {
        m_lanes.emplace_back(ringEvents);
        m_laneNames.push_back("worker " + std::to_string(worker));
    }
    m_lanes.emplace_back(ringEvents / 16);
    m_laneNames.emplace_back("sampler");
    for (Pending& step : m_pending) {
        step.laneBegin.resize(m_lanes.size());
        step.laneEnd.resize(m_lanes.size());
    }
    measureEventCost();
}

void Recorder::measureEventCost()
{
    constexpr int kEvents = 20000;
    EventRing ring(1024);
    std::uint64_t best = ~std::uint64_t(0);
    for (int round = 0; round < 3; ++round) {
        const std::uint64_t start = ticks();
        std::uint64_t previous = start;
        for (int i = 0; i < kEvents; ++i) {
            const std::uint64_t now = ticks();
            ring.push({ previous, now, std::uint32_t(i), api::EventKind::node });
            previous = now;
        }
        best = std::min(best, ticks() - start);
    }
    m_eventCostNs = double(best) * m_scale.nsPerTick() / kEvents;
}

std::uint64_t Recorder::beginStep(api::StepKind kind, std::shared_ptr<const RecordedPlan> plan, std::int32_t tokens, std::int64_t kvBefore)
{
    if (m_pendingCount == m_pending.size()) {
        m_pendingBegin = (m_pendingBegin + 1) % m_pending.size();
        --m_pendingCount;
        ++m_dropped;
    }
    Pending& step = m_pending[(m_pendingBegin + m_pendingCount++) % m_pending.size()];
    step.id = m_nextStep++;
    step.kind = kind;
    step.plan = std::move(plan);
    step.tokens = tokens;
    step.kvBefore = kvBefore;
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        step.laneBegin[lane] = step.laneEnd[lane] = m_lanes[lane].head();
    step.start = step.end = ticks();
    return step.id;
}

void Recorder::endStep()
{
    if (m_pendingCount == 0)
        return;
    Pending& step = m_pending[(m_pendingBegin + m_pendingCount - 1) % m_pending.size()];
    step.end = ticks();
    std::uint64_t mostEvents = 0;
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        step.laneEnd[lane] = m_lanes[lane].head();
        mostEvents = std::max(mostEvents, step.laneEnd[lane] - step.laneBegin[lane]);
    }
    const double stepNs = double(step.end - step.start) * m_scale.nsPerTick();
    const double share = stepNs > 0 ? double(mostEvents) * m_eventCostNs / stepNs : 0;
    m_recordingShare = m_recordingShare == 0 ? share : 0.9 * m_recordingShare + 0.1 * share;
}

void Recorder::sampled(std::uint64_t startTick, std::uint64_t endTick)
{
    if (!m_enabled || m_pendingCount == 0)
        return;
    m_lanes.back().push({ startTick, endTick, 0, api::EventKind::sample });
    m_pending[(m_pendingBegin + m_pendingCount - 1) % m_pending.size()].laneEnd.back() = m_lanes.back().head();
}

bool Recorder::intact(const Pending& step) const
{
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (m_lanes[lane].head() - step.laneBegin[lane] > m_lanes[lane].capacity())
            return false;
    }
    return true;
}

std::shared_ptr<const api::StepRecord> Recorder::convert(const Pending& step) const
{
    auto record = std::make_shared<api::StepRecord>();
    record->id = step.id;
    record->kind = step.kind;
    record->plan = step.plan->info;
    record->tokens = step.tokens;
    record->kvLength = step.kvBefore + step.tokens;
    record->startNs = m_scale.toNs(step.start);
    record->endNs = m_scale.toNs(step.end);
    const std::size_t nodes = step.plan->info->nodes.size();
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        for (std::uint64_t index = step.laneBegin[lane]; index < step.laneEnd[lane]; ++index) {
            const RawEvent& raw = m_lanes[lane].at(index);
            api::ProfileEvent event { .startNs = m_scale.toNs(raw.start), .endNs = m_scale.toNs(raw.end), .node = raw.node,
                .lane = std::uint16_t(lane), .kind = raw.kind };
            if (raw.kind == api::EventKind::node) {
                const api::NodeInfo& node = step.plan->info->nodes[raw.node];
                const double share = step.plan->share[lane * nodes + raw.node];
                const std::int64_t window = step.plan->window[raw.node];
                const auto keys = double(window > 0 ? std::min(window, record->kvLength) : record->kvLength);
                const double pairs = (keys - double(step.tokens - 1) / 2) * double(step.tokens);
                event.bytes = std::uint64_t(share * (double(node.bytes) + keys * double(step.plan->bytesPerKey[raw.node])));
                event.flops = std::uint64_t(share * (double(node.flops) + std::max(pairs, 1.0) * double(step.plan->flopsPerPair[raw.node])));
            }
            record->events.push_back(event);
        }
    }
    return record;
}

std::shared_ptr<const api::ProfileSnapshot> Recorder::snapshot()
{
    m_scale.recalibrate();
    for (; m_pendingCount > 0; --m_pendingCount, m_pendingBegin = (m_pendingBegin + 1) % m_pending.size()) {
        const Pending& step = m_pending[m_pendingBegin];
        if (intact(step))
            m_converted.push_back(convert(step));
        else
            ++m_dropped;
    }
    for (; m_converted.size() > m_maxSteps; ++m_dropped)
        m_converted.pop_front();
    auto snapshot = std::make_shared<api::ProfileSnapshot>();
    snapshot->lanes = m_laneNames;
    snapshot->steps.assign(m_converted.begin(), m_converted.end());
    snapshot->stepsDropped = m_dropped;
    snapshot->recordingShare = m_recordingShare;
    return snapshot;
}

} // namespace cutaway::profile
