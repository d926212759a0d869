#pragma once
#include "ui/models/time_range.h"

#include <QString>

#include <vector>

namespace cutaway::ui {

struct TimeTick {
    std::int64_t at = 0;
    QString label; ///< relative to the axis's origin: "0", "2 ms", "−0.5 ms"
};

/// Ticks at 1, 2 or 5 times a power of ten from `origin`, at most `most` of them, all in one unit with the digits that the step needs.
std::vector<TimeTick> timeTicks(TimeRange range, std::int64_t origin, int most);

} // namespace cutaway::ui
