#include "engine/grammar/integer_range.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cutaway::grammar {
namespace {

std::string digits(char first, char last)
{
    return first == last ? std::string("[") + first + "]" : std::string("[") + first + "-" + last + "]";
}

std::string anyDigits(std::size_t count) { return count == 0 ? std::string() : " [0-9]{" + std::to_string(count) + "}"; }

std::string joined(const std::vector<std::string>& alternatives)
{
    std::string text;
    for (const std::string& one : alternatives)
        text += (text.empty() ? "" : " | ") + one;
    return alternatives.size() == 1 ? text : "(" + text + ")";
}

bool isAll(std::string_view text, char digit)
{
    return std::ranges::all_of(text, [digit](char c) { return c == digit; });
}

/// Both have the same number of digits.
std::string sameLength(std::string_view first, std::string_view last)
{
    const std::string_view firstRest = first.substr(1), lastRest = last.substr(1);
    const std::size_t rest = firstRest.size();
    if (isAll(firstRest, '0') && isAll(lastRest, '9'))
        return digits(first[0], last[0]) + anyDigits(rest);
    if (first[0] == last[0])
        return digits(first[0], first[0]) + " " + sameLength(firstRest, lastRest);
    std::vector<std::string> alternatives;
    const bool lowWhole = isAll(firstRest, '0'), highWhole = isAll(lastRest, '9');
    if (!lowWhole)
        alternatives.push_back(digits(first[0], first[0]) + " " + sameLength(firstRest, std::string(rest, '9')));
    const char low = char(first[0] + (lowWhole ? 0 : 1)), high = char(last[0] - (highWhole ? 0 : 1));
    if (low <= high)
        alternatives.push_back(digits(low, high) + anyDigits(rest));
    if (!highWhole)
        alternatives.push_back(digits(last[0], last[0]) + " " + sameLength(std::string(rest, '0'), lastRest));
    return joined(alternatives);
}

/// @pre 0 <= first <= last
void addPositive(std::int64_t first, std::int64_t last, std::string_view sign, std::vector<std::string>& alternatives)
{
    std::int64_t longest = 9;
    while (first <= last) {
        while (longest < first)
            longest = longest * 10 + 9;
        const std::int64_t end = std::min(longest, last);
        alternatives.push_back(std::string(sign) + sameLength(std::to_string(first), std::to_string(end)));
        first = end + 1;
    }
}

} // namespace

std::string integerRange(std::int64_t first, std::int64_t last)
{
    std::vector<std::string> alternatives;
    if (first < 0)
        addPositive(std::max<std::int64_t>(1, -last), -first, "\"-\" ", alternatives);
    if (last >= 0)
        addPositive(std::max<std::int64_t>(0, first), last, "", alternatives);
    return joined(alternatives);
}

} // namespace cutaway::grammar
