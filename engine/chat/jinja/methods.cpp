#include "engine/chat/jinja/function_table.h"
#include "engine/chat/jinja/text_functions.h"
#include "engine/chat/jinja/unicode.h"
#include "engine/chat/jinja/value_operations.h"

#include <algorithm>
#include <array>

/// Methods of strings, dicts and lists: Python's, as far as templates use them. Of those that change their object only the ones of lists exist:
/// every container a template can reach is its own copy.
namespace cutaway::chat::jinja {
namespace {

const std::string& textOf(const Value& self) { return *self.text(); }

template <Side side> Value strip(Environment& environment, const Value& self, const Call& call)
{
    return strippedText(textOf(self), side, call.textOrNull(0), environment.budget);
}

template <std::string (*change)(std::string_view)> Value changed(Environment& environment, const Value& self, const Call&)
{
    environment.budget.chargeText(textOf(self).size(), textOf(self).size());
    return change(textOf(self));
}

template <bool (*belongs)(std::uint32_t)> Value consistsOf(Environment& environment, const Value& self, const Call&)
{
    environment.budget.charge(1 + textOf(self).size() / 16);
    const auto pieces = splitCodePoints(textOf(self));
    return !pieces.empty() && std::ranges::all_of(pieces, [](std::string_view piece) { return belongs(codePointAt(piece, 0)); });
}
bool isAlphanumeric(std::uint32_t codePoint) { return isAlphabetic(codePoint) || isDecimalDigit(codePoint); }

Value split(Environment& environment, const Value& self, const Call& call)
{
    return list(environment, splitText(textOf(self), call.textOrNull(0), call.integer(1, -1), environment.budget));
}
Value splitFromRight(Environment& environment, const Value& self, const Call& call)
{
    return list(environment, splitTextFromRight(textOf(self), call.textOrNull(0), call.integer(1, -1), environment.budget));
}
Value lines(Environment& environment, const Value& self, const Call&)
{
    std::vector<Value> items;
    environment.budget.charge(textOf(self).size() / 2);
    for (const auto line : splitLines(textOf(self)))
        items.emplace_back(line);
    return list(environment, std::move(items));
}

Value replaceText(Environment& environment, const Value& self, const Call& call)
{
    return replaced(textOf(self), call.text(0), call.text(1), call.integer(2, -1), environment.budget);
}
Value format(Environment& environment, const Value& self, const Call& call)
{
    return formatted(textOf(self), call.all(), environment.budget);
}
Value join(Environment& environment, const Value& self, const Call& call)
{
    const std::vector<Value> items = elements(call.at(0), environment.budget);
    for (const Value& item : items) {
        if (!item.text())
            failValue("join() needs strings, not '" + typeName(item) + "'");
    }
    return joinedText(items, textOf(self), environment.budget);
}

/// Whether `matches` holds for the argument, or for one of a tuple of them.
template <class Matches> Value anyOf(const Call& call, Matches matches)
{
    const auto* row = call.at(0).sequence();
    if (!row)
        return matches(call.text(0));
    return std::ranges::any_of(row->items, [&](const Value& item) { return item.text() && matches(*item.text()); });
}
Value startsWith(Environment&, const Value& self, const Call& call)
{
    return anyOf(call, [&](const std::string& prefix) { return textOf(self).starts_with(prefix); });
}
Value endsWith(Environment&, const Value& self, const Call& call)
{
    return anyOf(call, [&](const std::string& suffix) { return textOf(self).ends_with(suffix); });
}
Value withoutPrefix(Environment&, const Value& self, const Call& call)
{
    return textOf(self).starts_with(call.text(0)) ? Value(textOf(self).substr(call.text(0).size())) : self;
}
Value withoutSuffix(Environment&, const Value& self, const Call& call)
{
    return textOf(self).ends_with(call.text(0)) ? Value(textOf(self).substr(0, textOf(self).size() - call.text(0).size())) : self;
}

Value positionOf(Environment& environment, const Value& self, std::size_t found)
{
    environment.budget.charge(1 + textOf(self).size() / 16);
    return found == std::string::npos ? Value(std::int64_t(-1)) : Value::ofSize(countCodePoints(textOf(self).substr(0, found)));
}
Value find(Environment& environment, const Value& self, const Call& call)
{
    return positionOf(environment, self, textOf(self).find(call.text(0)));
}
Value findFromRight(Environment& environment, const Value& self, const Call& call)
{
    return positionOf(environment, self, textOf(self).rfind(call.text(0)));
}

Value countText(Environment& environment, const Value& self, const Call& call)
{
    environment.budget.charge(1 + textOf(self).size() / 16);
    const std::string& wanted = call.text(0);
    if (wanted.empty())
        return Value::ofSize(countCodePoints(textOf(self)) + 1);
    std::int64_t count = 0;
    for (std::size_t at = textOf(self).find(wanted); at != std::string::npos; at = textOf(self).find(wanted, at + wanted.size()))
        ++count;
    return count;
}

constexpr std::array kTextMethods {
    FunctionRow { "capitalize", "", 0, changed<capitalized> },
    FunctionRow { "count", "sub", 1, countText },
    FunctionRow { "endswith", "suffix", 1, endsWith },
    FunctionRow { "find", "sub", 1, find },
    FunctionRow { "format", "*", 0, format },
    FunctionRow { "isalnum", "", 0, consistsOf<isAlphanumeric> },
    FunctionRow { "isalpha", "", 0, consistsOf<isAlphabetic> },
    FunctionRow { "isdecimal", "", 0, consistsOf<isDecimalDigit> },
    FunctionRow { "isdigit", "", 0, consistsOf<isDecimalDigit> },
    FunctionRow { "isspace", "", 0, consistsOf<isWhitespace> },
    FunctionRow { "join", "iterable", 1, join },
    FunctionRow { "lower", "", 0, changed<toLower> },
    FunctionRow { "lstrip", "chars", 0, strip<Side::left> },
    FunctionRow { "removeprefix", "prefix", 1, withoutPrefix },
    FunctionRow { "removesuffix", "suffix", 1, withoutSuffix },
    FunctionRow { "replace", "old new count", 2, replaceText },
    FunctionRow { "rfind", "sub", 1, findFromRight },
    FunctionRow { "rsplit", "sep maxsplit", 0, splitFromRight },
    FunctionRow { "rstrip", "chars", 0, strip<Side::right> },
    FunctionRow { "split", "sep maxsplit", 0, split },
    FunctionRow { "splitlines", "", 0, lines },
    FunctionRow { "startswith", "prefix", 1, startsWith },
    FunctionRow { "strip", "chars", 0, strip<Side::both> },
    FunctionRow { "title", "", 0, changed<titled> },
    FunctionRow { "upper", "", 0, changed<toUpper> },
};

Value get(Environment& environment, const Value& self, const Call& call)
{
    for (const auto& [key, value] : self.dict()->entries) {
        if (areEqual(key, call.at(0), environment.budget))
            return value;
    }
    return call.find(1) ? call.at(1) : Value(None {});
}

Value view(Environment& environment, const Value& self, Value (*part)(Environment&, const std::pair<Value, Value>&))
{
    std::vector<Value> items;
    for (const auto& entry : self.dict()->entries)
        items.push_back(part(environment, entry));
    return environment.heap.sequence(Sequence::Kind::view, std::move(items));
}
Value keys(Environment& environment, const Value& self, const Call&)
{
    return view(environment, self, [](Environment&, const std::pair<Value, Value>& entry) { return entry.first; });
}
Value values(Environment& environment, const Value& self, const Call&)
{
    return view(environment, self, [](Environment&, const std::pair<Value, Value>& entry) { return entry.second; });
}
Value items(Environment& environment, const Value& self, const Call&)
{
    return view(environment, self,
        [](Environment& inside, const std::pair<Value, Value>& entry) { return tuple(inside, { entry.first, entry.second }); });
}
Value copyDict(Environment& environment, const Value& self, const Call&) { return environment.heap.dict(self.dict()->entries); }

constexpr std::array kDictMethods {
    FunctionRow { "copy", "", 0, copyDict },
    FunctionRow { "get", "key default", 1, get },
    FunctionRow { "items", "", 0, items },
    FunctionRow { "keys", "", 0, keys },
    FunctionRow { "values", "", 0, values },
};

Value append(Environment& environment, const Value& self, const Call& call)
{
    environment.budget.charge(1);
    self.sequence()->items.push_back(call.at(0));
    return None {};
}
Value extend(Environment& environment, const Value& self, const Call& call)
{
    const std::vector<Value> more = elements(call.at(0), environment.budget);
    auto& items = self.sequence()->items;
    items.insert(items.end(), more.begin(), more.end());
    return None {};
}
Value insert(Environment& environment, const Value& self, const Call& call)
{
    auto& items = self.sequence()->items;
    environment.budget.charge(1 + items.size() / 16);
    const auto size = std::int64_t(items.size());
    const std::int64_t index = call.integer(0, 0);
    items.insert(items.begin() + std::clamp<std::int64_t>(index < 0 ? index + size : index, 0, size), call.at(1));
    return None {};
}
Value pop(Environment& environment, const Value& self, const Call& call)
{
    auto& items = self.sequence()->items;
    environment.budget.charge(1 + items.size() / 16);
    const auto size = std::int64_t(items.size());
    const std::int64_t index = call.integer(0, -1);
    const std::int64_t at = index < 0 ? index + size : index;
    if (at < 0 || at >= size)
        failValue("pop() finds no element " + std::to_string(index) + " in a list of length " + std::to_string(size));
    const Value removed = items[std::size_t(at)];
    items.erase(items.begin() + at);
    return removed;
}
Value countItems(Environment& environment, const Value& self, const Call& call)
{
    return std::int64_t(
        std::ranges::count_if(self.sequence()->items, [&](const Value& item) { return areEqual(item, call.at(0), environment.budget); }));
}
Value indexOf(Environment& environment, const Value& self, const Call& call)
{
    const auto& items = self.sequence()->items;
    const auto it = std::ranges::find_if(items, [&](const Value& item) { return areEqual(item, call.at(0), environment.budget); });
    if (it == items.end())
        failValue("index() does not find the value in the list");
    return std::int64_t(it - items.begin());
}

constexpr std::array kListMethods {
    FunctionRow { "append", "object", 1, append },
    FunctionRow { "count", "value", 1, countItems },
    FunctionRow { "extend", "iterable", 1, extend },
    FunctionRow { "index", "value", 1, indexOf },
    FunctionRow { "insert", "index object", 2, insert },
    FunctionRow { "pop", "index", 0, pop },
};

} // namespace

const FunctionRow* findMethod(const Value& self, std::string_view name)
{
    if (self.text())
        return findRow(kTextMethods, name);
    if (self.dict())
        return findRow(kDictMethods, name);
    if (const auto* sequence = self.sequence(); sequence && sequence->kind == Sequence::Kind::list)
        return findRow(kListMethods, name);
    return nullptr;
}

} // namespace cutaway::chat::jinja
