#include "engine/chat/local_time.h"

#include "engine/base/text.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace cutaway::chat {
namespace {

constexpr std::array<std::string_view, 12> kMonths { "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December" };
constexpr std::array<std::string_view, 7> kDays { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" };
constexpr std::size_t kAbbreviation = 3;

std::chrono::year_month_day dateOf(const LocalTime& time)
{
    return std::chrono::year(time.year) / std::chrono::month(unsigned(time.month)) / std::chrono::day(unsigned(time.day));
}

unsigned weekdayOf(const LocalTime& time) { return std::chrono::weekday(std::chrono::sys_days(dateOf(time))).c_encoding(); }

int dayOfYear(const LocalTime& time)
{
    const auto newYear = std::chrono::sys_days(std::chrono::year(time.year) / std::chrono::January / 1);
    return int((std::chrono::sys_days(dateOf(time)) - newYear).count()) + 1;
}

std::string padded(int value, int width, char fill = '0')
{
    std::string text = std::to_string(value);
    if (int(text.size()) < width)
        text.insert(0, std::size_t(width) - text.size(), fill);
    return text;
}

int hour12(const LocalTime& time) { return time.hour % 12 == 0 ? 12 : time.hour % 12; }

struct CodeRow {
    char code;
    std::string (*text)(const LocalTime&);
};
constexpr std::array kCodes {
    CodeRow { 'a', [](const LocalTime& t) { return std::string(kDays[weekdayOf(t)].substr(0, kAbbreviation)); } },
    CodeRow { 'A', [](const LocalTime& t) { return std::string(kDays[weekdayOf(t)]); } },
    CodeRow { 'b', [](const LocalTime& t) { return std::string(kMonths[std::size_t(t.month - 1)].substr(0, kAbbreviation)); } },
    CodeRow { 'B', [](const LocalTime& t) { return std::string(kMonths[std::size_t(t.month - 1)]); } },
    CodeRow { 'c', [](const LocalTime& t) { return t.format("%a %b %e %H:%M:%S %Y"); } },
    CodeRow { 'd', [](const LocalTime& t) { return padded(t.day, 2); } },
    CodeRow { 'D', [](const LocalTime& t) { return t.format("%m/%d/%y"); } },
    CodeRow { 'e', [](const LocalTime& t) { return padded(t.day, 2, ' '); } },
    CodeRow { 'F', [](const LocalTime& t) { return t.format("%Y-%m-%d"); } },
    CodeRow { 'H', [](const LocalTime& t) { return padded(t.hour, 2); } },
    CodeRow { 'I', [](const LocalTime& t) { return padded(hour12(t), 2); } },
    CodeRow { 'j', [](const LocalTime& t) { return padded(dayOfYear(t), 3); } },
    CodeRow { 'm', [](const LocalTime& t) { return padded(t.month, 2); } },
    CodeRow { 'M', [](const LocalTime& t) { return padded(t.minute, 2); } },
    CodeRow { 'n', [](const LocalTime&) { return std::string("\n"); } },
    CodeRow { 'p', [](const LocalTime& t) { return std::string(t.hour < 12 ? "AM" : "PM"); } },
    CodeRow { 'R', [](const LocalTime& t) { return t.format("%H:%M"); } },
    CodeRow { 'S', [](const LocalTime& t) { return padded(t.second, 2); } },
    CodeRow { 't', [](const LocalTime&) { return std::string("\t"); } },
    CodeRow { 'T', [](const LocalTime& t) { return t.format("%H:%M:%S"); } },
    CodeRow { 'u', [](const LocalTime& t) { return std::to_string(weekdayOf(t) == 0 ? 7 : weekdayOf(t)); } },
    CodeRow { 'w', [](const LocalTime& t) { return std::to_string(weekdayOf(t)); } },
    CodeRow { 'x', [](const LocalTime& t) { return t.format("%m/%d/%y"); } },
    CodeRow { 'X', [](const LocalTime& t) { return t.format("%H:%M:%S"); } },
    CodeRow { 'y', [](const LocalTime& t) { return padded(t.year % 100, 2); } },
    CodeRow { 'Y', [](const LocalTime& t) { return std::to_string(t.year); } },
    CodeRow { '%', [](const LocalTime&) { return std::string("%"); } },
};

} // namespace

LocalTime LocalTime::now()
{
    const std::time_t seconds = std::time(nullptr);
    std::tm parts {};
    localtime_r(&seconds, &parts);
    return { parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec };
}

base::Result<LocalTime> LocalTime::parse(std::string_view iso)
{
    LocalTime time;
    const std::string text(iso);
    int length = 0;
    const int fields = std::sscanf(text.c_str(), "%4d-%2d-%2d%n%*1[T ]%2d:%2d%n:%2d%n", &time.year, &time.month, &time.day, &length,
        &time.hour, &time.minute, &length, &time.second, &length);
    const bool whole = (fields == 3 || fields == 5 || fields == 6) && std::size_t(length) == text.size();
    const bool inRange = time.hour >= 0 && time.hour < 24 && time.minute >= 0 && time.minute < 60 && time.second >= 0 && time.second < 60;
    if (!whole || !inRange || time.month < 1 || time.day < 1 || !dateOf(time).ok())
        return base::Error { base::ErrorCode::invalidArgument,
            base::quoted(iso) + " is not a local time such as 2026-11-30 or 2026-11-30T12:00", std::string(iso.substr(0, 64)), {} };
    return time;
}

std::string LocalTime::format(std::string_view pattern) const
{
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%' || i + 1 == pattern.size()) {
            out += pattern[i];
            continue;
        }
        ++i;
        bool known = false;
        for (const CodeRow& row : kCodes) {
            if (row.code == pattern[i]) {
                out += row.text(*this);
                known = true;
            }
        }
        if (!known)
            (out += '%') += pattern[i];
    }
    return out;
}

} // namespace cutaway::chat
