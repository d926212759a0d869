#pragma once
#include "ui/models/profile_store.h"

#include <vector>

/// The step strip: one bar per step, or per group of steps when they are many.
namespace cutaway::ui {

/// Which steps the strip shows.
struct StripWindow {
    double first = 0; ///< index of the step at the left edge
    double pitch = 7; ///< pixels per step; below kNarrowestBarPx steps share a bar
};
inline constexpr double kNarrowestBarPx = 2;
inline constexpr double kWidestBarPx = 16;

struct StripBar {
    double x0 = 0, x1 = 0; ///< pixels from the strip's left edge
    std::size_t first = 0; ///< index of the first step
    std::size_t count = 1;
    std::size_t slowest = 0; ///< index of the step that the bar shows: the mean would hide it
};

/// Steps are slow when they take longer than others of their plan; `even` when there is nothing to compare with.
enum class StepPace { even, slow, verySlow };
StepPace paceOf(std::int64_t ns, std::int64_t typicalNs);

/// Bars of the visible steps. Groups start at multiples of their size, so that they keep their members while the strip scrolls.
std::vector<StripBar> layoutStrip(std::span<const StepPtr> steps, StripWindow window, double width);

/// The window after zooming so that the step under `x` stays there; kept inside [0, steps] as far as the width allows.
StripWindow zoomedStrip(StripWindow window, double x, double factor, std::size_t steps, double width);
StripWindow scrolledStrip(StripWindow window, double deltaPx, std::size_t steps, double width);
/// The window with its right edge at the newest step.
StripWindow stripAtEnd(StripWindow window, std::size_t steps, double width);

/// Index of the step at `x`; the nearest one when x lies outside.
std::size_t stepAt(StripWindow window, double x, std::size_t steps);

} // namespace cutaway::ui
