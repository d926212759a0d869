#pragma once
#include "engine/api/profile.h"

#include <span>

/// Look-ups in one step's events, which are ordered by lane, then start; the events of one lane never overlap.
namespace cutaway::ui {

std::span<const api::ProfileEvent> laneEvents(const api::StepRecord& step, std::uint16_t lane);

/// When the last event of the step ended: sampling follows the step itself. Its end when it has none.
std::int64_t lastEventEnd(const api::StepRecord& step);

/// What one node cost in one step, over all lanes.
struct NodeCost {
    std::int64_t startNs = 0, endNs = 0; ///< first lane to start, last lane to end
    std::uint64_t bytes = 0, flops = 0;
    int lanes = 0; ///< that took part; 0: the node did not run in this step

    std::int64_t elapsedNs() const { return endNs - startNs; }
    double bytesPerSecond() const { return elapsedNs() > 0 ? double(bytes) * 1e9 / double(elapsedNs()) : 0; }
    double flopsPerSecond() const { return elapsedNs() > 0 ? double(flops) * 1e9 / double(elapsedNs()) : 0; }
};
NodeCost nodeCost(const api::StepRecord& step, std::uint32_t node);

/// The node event of `lane` that starts before (direction -1) or after (+1) `at`; null at the ends.
const api::ProfileEvent* neighbourNode(const api::StepRecord& step, std::uint16_t lane, std::int64_t at, int direction);

} // namespace cutaway::ui
