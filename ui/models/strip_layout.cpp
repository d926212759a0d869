#include "ui/models/strip_layout.h"

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr double kSlow = 1.25;
constexpr double kVerySlow = 2;

double pitchLimit(std::size_t steps, double width) { return steps == 0 ? kWidestBarPx : std::min(kWidestBarPx, width / double(steps)); }

StripWindow clamped(StripWindow window, std::size_t steps, double width)
{
    const double shown = width / window.pitch;
    window.first = std::clamp(window.first, 0.0, std::max(0.0, double(steps) - shown));
    return window;
}

std::int64_t duration(const StepPtr& step) { return step->endNs - step->startNs; }

} // namespace

StepPace paceOf(std::int64_t ns, std::int64_t typicalNs)
{
    if (typicalNs <= 0 || double(ns) < kSlow * double(typicalNs))
        return StepPace::even;
    return double(ns) < kVerySlow * double(typicalNs) ? StepPace::slow : StepPace::verySlow;
}

std::vector<StripBar> layoutStrip(std::span<const StepPtr> steps, StripWindow window, double width)
{
    std::vector<StripBar> bars;
    if (steps.empty() || width <= 0)
        return bars;
    const auto group = std::size_t(std::max(1.0, std::ceil(kNarrowestBarPx / window.pitch)));
    const auto first = std::size_t(std::max(0.0, std::floor(window.first))) / group * group;
    const auto last = std::min(steps.size(), std::size_t(std::max(0.0, std::ceil(window.first + width / window.pitch))));
    const double gap = window.pitch * double(group) > 4 ? 1 : 0;
    for (std::size_t at = first; at < last; at += group) {
        StripBar bar { (double(at) - window.first) * window.pitch, 0, at, std::min(group, steps.size() - at), at };
        bar.x1 = bar.x0 + window.pitch * double(group) - gap;
        for (std::size_t i = at + 1; i < at + bar.count; ++i)
            if (duration(steps[i]) > duration(steps[bar.slowest]))
                bar.slowest = i;
        bars.push_back(bar);
    }
    return bars;
}

StripWindow zoomedStrip(StripWindow window, double x, double factor, std::size_t steps, double width)
{
    const double anchor = window.first + x / window.pitch;
    const double pitch = std::clamp(window.pitch * factor, pitchLimit(steps, width), kWidestBarPx);
    return clamped({ anchor - x / pitch, pitch }, steps, width);
}

StripWindow scrolledStrip(StripWindow window, double deltaPx, std::size_t steps, double width)
{
    return clamped({ window.first + deltaPx / window.pitch, window.pitch }, steps, width);
}

StripWindow stripAtEnd(StripWindow window, std::size_t steps, double width)
{
    return clamped({ double(steps), window.pitch }, steps, width);
}

std::size_t stepAt(StripWindow window, double x, std::size_t steps)
{
    const double index = std::clamp(std::floor(window.first + x / window.pitch), 0.0, std::max(0.0, double(steps) - 1));
    return std::size_t(index);
}

} // namespace cutaway::ui
