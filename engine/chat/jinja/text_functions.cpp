#include "engine/chat/jinja/text_functions.h"

#include "engine/base/text.h"
#include "engine/chat/jinja/value_text.h"

#include <algorithm>
#include <charconv>

namespace cutaway::chat::jinja {
namespace {

std::vector<Value> splitAtWhitespace(const std::string& text, std::int64_t maximum, Budget& budget)
{
    std::vector<Value> parts;
    std::string_view rest = stripped(text, Side::left);
    while (!rest.empty()) {
        budget.charge(4);
        std::size_t end = 0;
        while (end < rest.size() && !isWhitespace(codePointAt(rest, end)))
            end += codePointBytes(rest, end);
        if (maximum >= 0 && std::int64_t(parts.size()) >= maximum)
            end = rest.size();
        parts.emplace_back(end == rest.size() ? stripped(rest, Side::right) : rest.substr(0, end));
        rest = stripped(rest.substr(end), Side::left);
    }
    return parts;
}

/// The value of one replacement field of str.format().
Value field(std::string_view name, std::size_t& next, const Arguments& arguments)
{
    if (name.find_first_of("!:.[") != name.npos)
        failValue("format() supports plain fields only, not " + base::quoted(name));
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (name.empty() || (error == std::errc {} && end == name.data() + name.size())) {
        if (name.empty())
            index = next++;
        if (index >= arguments.positional.size())
            failValue("format() has no argument " + std::to_string(index));
        return arguments.positional[index];
    }
    const auto it = std::ranges::find(arguments.named, name, &std::pair<std::string, Value>::first);
    if (it == arguments.named.end())
        failValue("format() has no argument " + base::quoted(name));
    return it->second;
}

} // namespace

std::string replaced(const std::string& text, const std::string& from, const std::string& to, std::int64_t count, Budget& budget)
{
    TextSink out(budget);
    std::size_t position = 0;
    for (; count != 0; --count) {
        const std::size_t found = text.find(from, position);
        if (found == text.npos)
            break;
        out.append(std::string_view(text).substr(position, found - position));
        out.append(to);
        position = found + from.size();
        if (from.empty()) { // between all code points, and at both ends
            if (position >= text.size())
                break;
            const std::size_t bytes = codePointBytes(text, position);
            out.append(std::string_view(text).substr(position, bytes));
            position += bytes;
        }
    }
    out.append(std::string_view(text).substr(position));
    return out.take();
}

std::string joinedText(const std::vector<Value>& items, const std::string& separator, Budget& budget)
{
    TextSink out(budget);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            out.append(separator);
        appendText(out, items[i]);
    }
    return out.take();
}

std::string formatted(const std::string& pattern, const Arguments& arguments, Budget& budget)
{
    TextSink out(budget);
    std::size_t next = 0;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t brace = std::min(pattern.find_first_of("{}", i), pattern.size());
        out.append(std::string_view(pattern).substr(i, brace - i));
        i = brace;
        if (i >= pattern.size())
            break;
        if (i + 1 < pattern.size() && pattern[i + 1] == pattern[i]) {
            out.append(std::string_view(pattern).substr(i, 1));
            i += 2;
            continue;
        }
        const std::size_t close = pattern[i] == '{' ? pattern.find('}', i) : pattern.npos;
        if (close == pattern.npos)
            failValue("the pattern of format() has a single brace");
        appendText(out, field(std::string_view(pattern).substr(i + 1, close - i - 1), next, arguments));
        i = close + 1;
    }
    return out.take();
}

std::vector<Value> splitText(const std::string& text, const std::string* separator, std::int64_t maximum, Budget& budget)
{
    budget.charge(text.size() / 8);
    if (!separator)
        return splitAtWhitespace(text, maximum, budget);
    if (separator->empty())
        failValue("split() needs a separator that is not empty");
    std::vector<Value> parts;
    std::size_t start = 0;
    for (; maximum != 0; --maximum) {
        const std::size_t found = text.find(*separator, start);
        if (found == text.npos)
            break;
        budget.charge(4);
        parts.emplace_back(text.substr(start, found - start));
        start = found + separator->size();
    }
    parts.emplace_back(text.substr(start));
    return parts;
}

std::vector<Value> splitTextFromRight(const std::string& text, const std::string* separator, std::int64_t maximum, Budget& budget)
{
    if (maximum < 0)
        return splitText(text, separator, -1, budget);
    if (!separator || separator->empty())
        failValue("rsplit() with a maximum needs a separator");
    budget.charge(text.size() / 8);
    std::vector<Value> parts;
    std::size_t end = text.size();
    for (; maximum > 0 && end >= separator->size(); --maximum) {
        const std::size_t found = text.rfind(*separator, end - separator->size());
        if (found == text.npos)
            break;
        budget.charge(4);
        parts.emplace_back(text.substr(found + separator->size(), end - found - separator->size()));
        end = found;
    }
    parts.emplace_back(text.substr(0, end));
    std::ranges::reverse(parts);
    return parts;
}

std::string strippedText(const std::string& text, Side side, const std::string* characters, Budget& budget)
{
    budget.charge(1 + text.size() * (1 + (characters ? characters->size() : 0)) / 16);
    return std::string(stripped(text, side, characters));
}

Value tuple(Environment& environment, std::vector<Value> items)
{
    return environment.heap.sequence(Sequence::Kind::tuple, std::move(items));
}
Value list(Environment& environment, std::vector<Value> items) { return environment.heap.sequence(Sequence::Kind::list, std::move(items)); }

} // namespace cutaway::chat::jinja
