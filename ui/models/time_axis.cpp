#include "ui/models/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cutaway::ui {
namespace {

struct Unit {
    std::int64_t ns;
    const char16_t* name;
};
constexpr std::array kUnits { Unit { 1'000'000'000, u"s" }, Unit { 1'000'000, u"ms" }, Unit { 1'000, u"µs" }, Unit { 1, u"ns" } };

std::int64_t tickStep(std::int64_t span, int most)
{
    std::int64_t decade = 1;
    for (;; decade *= 10)
        for (const std::int64_t factor : { 1, 2, 5 })
            if (span / (decade * factor) < most)
                return decade * factor;
}

/// The unit in which the farthest label has at least one digit before the point.
Unit unitFor(std::int64_t farthest)
{
    const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return farthest >= unit.ns; });
    return found == kUnits.end() ? kUnits.back() : *found;
}

std::int64_t ceilTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return rest == 0 ? value : value - rest + (rest > 0 ? step : 0);
}

} // namespace

std::vector<TimeTick> timeTicks(TimeRange range, std::int64_t origin, int most)
{
    std::vector<TimeTick> ticks;
    if (range.empty() || most < 1)
        return ticks;
    const std::int64_t step = tickStep(range.span(), most);
    const std::int64_t first = ceilTo(range.from - origin, step);
    const std::int64_t last = range.to - origin;
    const Unit unit = unitFor(std::max(std::abs(first), std::abs(last)));
    const int decimals = step >= unit.ns ? 0 : int(std::ceil(std::log10(double(unit.ns) / double(step)) - 1e-9));
    for (std::int64_t at = first; at <= last; at += step) {
        QString label = at == 0
            ? QStringLiteral("0")
            : QString::number(double(std::abs(at)) / double(unit.ns), 'f', decimals) % QChar(u' ') % QStringView(unit.name);
        if (at < 0)
            label.prepend(QChar(0x2212));
        ticks.push_back({ origin + at, std::move(label) });
    }
    return ticks;
}

} // namespace cutaway::ui
