#include "ui/models/time_range.h"

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

TimeRange inside(std::int64_t from, std::int64_t span, TimeRange bounds)
{
    if (span >= bounds.span())
        return bounds;
    from = std::clamp(from, bounds.from, bounds.to - span);
    return { from, from + span };
}

} // namespace

TimeRange zoomed(TimeRange range, std::int64_t anchor, double factor, TimeRange bounds)
{
    const auto wanted = std::llround(double(range.span()) * factor);
    const auto span = std::max<std::int64_t>(wanted, std::min(kNarrowestSpanNs, bounds.span()));
    const double place = range.empty() ? 0.5 : double(anchor - range.from) / double(range.span());
    return inside(anchor - std::llround(place * double(span)), span, bounds);
}

TimeRange panned(TimeRange range, std::int64_t delta, TimeRange bounds) { return inside(range.from + delta, range.span(), bounds); }

TimeRange padded(TimeRange range, double share, TimeRange bounds)
{
    const auto margin = std::llround(double(range.span()) * share);
    const auto span = std::max<std::int64_t>(range.span() + 2 * margin, kNarrowestSpanNs);
    return inside(range.from - margin, span, bounds);
}

} // namespace cutaway::ui
