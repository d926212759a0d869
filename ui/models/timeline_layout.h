#pragma once
#include "ui/models/profile_store.h"

#include <vector>

/// What of a lane is worth drawing at a given zoom. The cost depends on the pixels, not on the events.
namespace cutaway::ui {

/// Narrower events are joined with their neighbours.
inline constexpr double kNarrowEventPx = 2;
/// Joined events make blocks of about this width.
inline constexpr double kCrowdPx = 3;

/// One event, or a crowd of events (or of whole steps) too narrow to be told apart.
struct LaneItem {
    double x0 = 0, x1 = 0;                      ///< pixels, cut to the scale
    const api::StepRecord* step = nullptr;      ///< the first one
    const api::ProfileEvent* event = nullptr;   ///< the first one
    std::uint32_t events = 1;                   ///< 1: this event alone
    std::uint32_t steps = 1;                    ///< above 1: whole steps were joined, and `events` counts only the first
    api::OpFamily family = api::OpFamily::copy; ///< of the event, or of most of the crowd's time

    bool single() const { return events == 1 && steps == 1; }
};

/// The items of `lane` in the scale's range, left to right, without overlap. Pointers live as long as `steps`.
std::vector<LaneItem> layoutLane(std::span<const StepPtr> steps, std::uint16_t lane, const TimeScale& scale);

/// The item under `x`, or the nearest one within `slack` pixels; null when there is none.
const LaneItem* itemAt(std::span<const LaneItem> items, double x, double slack = 0);

/// The steps that begin before range.to and whose events may reach past range.from.
std::span<const StepPtr> stepsIn(std::span<const StepPtr> steps, TimeRange range);

api::OpFamily familyOf(const api::StepRecord& step, const api::ProfileEvent& event);

} // namespace cutaway::ui
