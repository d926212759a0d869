#pragma once
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace cutaway::chat {

/// A wall-clock moment as a template's strftime_now shows it: local, without a time zone.
struct LocalTime {
    int year = 1970;
    int month = 1;  ///< 1..12
    int day = 1;    ///< 1..31
    int hour = 0;   ///< 0..23
    int minute = 0; ///< 0..59
    int second = 0; ///< 0..59

    /// The machine's local time.
    static LocalTime now();
    /// Reads "2026-11-30", "2026-11-30T12:00" or "2026-11-30 12:00:05".
    static base::Result<LocalTime> parse(std::string_view iso);
    /// C strftime codes with English names whatever the locale; an unknown code is written as it stands.
    std::string format(std::string_view pattern) const;
};

} // namespace cutaway::chat
