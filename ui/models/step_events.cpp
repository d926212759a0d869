#include "ui/models/step_events.h"

#include <algorithm>

namespace cutaway::ui {

std::span<const api::ProfileEvent> laneEvents(const api::StepRecord& step, std::uint16_t lane)
{
    const auto first = std::partition_point(step.events.begin(), step.events.end(), [&](const auto& event) { return event.lane < lane; });
    const auto last = std::partition_point(first, step.events.end(), [&](const auto& event) { return event.lane == lane; });
    return { first, last };
}

std::int64_t lastEventEnd(const api::StepRecord& step)
{
    std::int64_t end = step.endNs;
    for (auto at = step.events.begin(); at != step.events.end();) {
        const auto lane = at->lane;
        at = std::partition_point(at, step.events.end(), [&](const auto& event) { return event.lane == lane; });
        end = std::max(end, std::prev(at)->endNs);
    }
    return end;
}

NodeCost nodeCost(const api::StepRecord& step, std::uint32_t node)
{
    NodeCost cost;
    for (const api::ProfileEvent& event : step.events) {
        if (event.kind != api::EventKind::node || event.node != node)
            continue;
        cost.startNs = cost.lanes == 0 ? event.startNs : std::min(cost.startNs, event.startNs);
        cost.endNs = cost.lanes == 0 ? event.endNs : std::max(cost.endNs, event.endNs);
        cost.bytes += event.bytes;
        cost.flops += event.flops;
        ++cost.lanes;
    }
    return cost;
}

const api::ProfileEvent* neighbourNode(const api::StepRecord& step, std::uint16_t lane, std::int64_t at, int direction)
{
    const auto events = laneEvents(step, lane);
    const auto isNode = [](const api::ProfileEvent& event) { return event.kind == api::EventKind::node; };
    if (direction > 0) {
        const auto from = std::partition_point(events.begin(), events.end(), [&](const auto& event) { return event.startNs <= at; });
        const auto found = std::find_if(from, events.end(), isNode);
        return found == events.end() ? nullptr : &*found;
    }
    auto found = std::partition_point(events.begin(), events.end(), [&](const auto& event) { return event.startNs < at; });
    while (found != events.begin())
        if (isNode(*--found))
            return &*found;
    return nullptr;
}

} // namespace cutaway::ui
