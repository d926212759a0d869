#pragma once
#include <cstdint>

/// Time windows of the profiler's canvases, in nanoseconds on base::nowNs()'s axis.
namespace cutaway::ui {

struct TimeRange {
    std::int64_t from = 0;
    std::int64_t to = 0; ///< exclusive

    std::int64_t span() const { return to - from; }
    bool empty() const { return to <= from; }
    bool contains(std::int64_t at) const { return at >= from && at < to; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// The narrowest window that zooming reaches: well above the clock's own resolution.
inline constexpr std::int64_t kNarrowestSpanNs = 1'000;

/// Scales the window by `factor` (below 1: closer) so that `anchor` stays where it is on screen, as far as `bounds` allow.
TimeRange zoomed(TimeRange range, std::int64_t anchor, double factor, TimeRange bounds);
/// Moves the window by `delta` without leaving `bounds`; its span is kept unless the bounds are narrower.
TimeRange panned(TimeRange range, std::int64_t delta, TimeRange bounds);
/// `range` with a margin of `share` of its span on each side, inside `bounds`.
TimeRange padded(TimeRange range, double share, TimeRange bounds);

/// Maps a window to pixels.
struct TimeScale {
    TimeRange range;
    double left = 0;
    double width = 1;

    double pixelsPerNs() const { return range.empty() ? 0 : width / double(range.span()); }
    double x(std::int64_t at) const { return left + double(at - range.from) * pixelsPerNs(); }
    std::int64_t at(double x) const { return range.from + std::int64_t((x - left) / width * double(range.span())); }
};

} // namespace cutaway::ui
