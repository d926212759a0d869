#include "engine/chat/jinja/filters.h"
#include "engine/chat/jinja/json_text.h"
#include "engine/chat/jinja/text_functions.h"
#include "engine/chat/jinja/value_access.h"
#include "engine/chat/jinja/value_operations.h"
#include "engine/chat/jinja/value_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace cutaway::chat::jinja {
namespace {

Value absolute(Environment&, const Value& self, const Call&)
{
    requireDefined(self);
    if (!isNumber(self))
        failValue("abs() needs a number, not '" + typeName(self) + "'");
    const bool negative = asReal(self) < 0;
    return negative ? apply(UnaryOperator::negate, self) : apply(UnaryOperator::plus, self);
}

Value attribute(Environment& environment, const Value& self, const Call& call) { return attributeOf(environment, self, call.text(0)); }

Value otherwise(Environment&, const Value& self, const Call& call)
{
    const bool replaces = self.isUndefined() || (call.flag(1) && !isTrue(self));
    return !replaces ? self : call.find(0) ? call.at(0) : Value("");
}

Value escapeHtml(Environment& environment, const Value& self, const Call&)
{
    TextSink out(environment.budget);
    for (const char c : toText(self, environment.budget)) {
        const std::string_view plain = "&<>'\"";
        static constexpr std::array<std::string_view, 5> kEscapes { "&amp;", "&lt;", "&gt;", "&#39;", "&#34;" };
        const auto at = plain.find(c);
        out.append(at == plain.npos ? std::string_view(&c, 1) : kEscapes[at]);
    }
    return out.take();
}

/// A number read from the whole of a text; empty when it is none.
std::optional<double> readReal(const std::string& text)
{
    const std::string_view trimmed = stripped(text, Side::both);
    double value = 0;
    const auto [end, error] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
    const bool whole = !trimmed.empty() && error == std::errc {} && end == trimmed.data() + trimmed.size();
    return whole ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> truncated(double value)
{
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    return value > -kLimit && value < kLimit ? std::optional(std::int64_t(value)) : std::nullopt;
}

Value toInteger(Environment&, const Value& self, const Call& call)
{
    const Value fallback = call.find(0) ? call.at(0) : Value(std::int64_t(0));
    if (isInteger(self))
        return asInteger(self, "");
    std::optional<std::int64_t> result;
    if (const auto* text = self.text()) {
        const std::string_view trimmed = stripped(*text, Side::both);
        std::int64_t value = 0;
        const int base = int(std::clamp<std::int64_t>(call.integer(1, 10), 2, 36));
        const auto [end, error] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value, base);
        if (!trimmed.empty() && error == std::errc {} && end == trimmed.data() + trimmed.size())
            result = value;
        else if (const auto real = readReal(*text))
            result = truncated(*real);
    } else if (const auto* real = self.as<double>()) {
        result = truncated(*real);
    }
    return result ? Value(*result) : fallback;
}

Value toReal(Environment&, const Value& self, const Call& call)
{
    if (isNumber(self))
        return asReal(self);
    const auto real = self.text() ? readReal(*self.text()) : std::nullopt;
    return real ? Value(*real) : call.find(0) ? call.at(0) : Value(0.0);
}

Value roundNumber(Environment&, const Value& self, const Call& call)
{
    requireDefined(self);
    if (!isNumber(self))
        failValue("round() needs a number, not '" + typeName(self) + "'");
    const double scale = std::pow(10.0, double(call.integer(0, 0)));
    const std::string method = call.find(1) ? call.text(1) : "common";
    const double scaled = asReal(self) * scale;
    if (method == "ceil")
        return std::ceil(scaled) / scale;
    if (method == "floor")
        return std::floor(scaled) / scale;
    return std::nearbyint(scaled) / scale;
}

Value fromJsonText(Environment& environment, const Value& self, const Call& call)
{
    (void)call;
    const auto* text = self.text();
    if (!text)
        failValue("from_json needs a string, not '" + typeName(self) + "'");
    const auto json = nlohmann::ordered_json::parse(*text, nullptr, false);
    if (json.is_discarded())
        failValue("from_json was given text that is not JSON");
    return fromJson(json, environment.heap, environment.budget);
}

Value toJsonText(Environment& environment, const Value& self, const Call& call)
{
    JsonStyle style;
    style.ensureAscii = call.flag(0);
    if (call.find(1) && !call.at(1).isNone()) {
        style.indent =
            call.at(1).text() ? *call.at(1).text() : std::string(std::size_t(std::clamp<std::int64_t>(call.integer(1, 0), 0, 64)), ' ');
        style.itemSeparator = ",";
    }
    if (call.find(2) && !call.at(2).isNone()) {
        const Value& separators = call.at(2);
        if (!separators.sequence() || separators.sequence()->items.size() != 2)
            failValue("the separators of tojson must be two strings");
        style.itemSeparator = toText(separators.sequence()->items[0], environment.budget);
        style.keySeparator = toText(separators.sequence()->items[1], environment.budget);
    }
    style.sortKeys = call.flag(3);
    return toJson(self, style, environment.budget);
}

Value indentLines(Environment& environment, const Value& self, const Call& call)
{
    const std::string text = toText(self, environment.budget) + '\n';
    const std::string* given = call.find(0) ? call.at(0).text() : nullptr;
    const std::string indent = given ? *given : std::string(std::size_t(std::clamp<std::int64_t>(call.integer(0, 4), 0, 1000)), ' ');
    const auto lines = splitLines(text);
    TextSink out(environment.budget);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0)
            out.append("\n");
        const bool indents = i == 0 ? call.flag(1) : call.flag(2) || !lines[i].empty();
        if (indents)
            out.append(indent);
        out.append(lines[i]);
    }
    return out.take();
}

Value replaceText(Environment& environment, const Value& self, const Call& call)
{
    const bool limited = call.find(2) && !call.at(2).isNone();
    return replaced(toText(self, environment.budget), toText(call.at(0), environment.budget), toText(call.at(1), environment.budget),
        limited ? call.integer(2, -1) : -1, environment.budget);
}

Value trimText(Environment& environment, const Value& self, const Call& call)
{
    return strippedText(toText(self, environment.budget), Side::both, call.textOrNull(0), environment.budget);
}

Value asText(Environment& environment, const Value& self, const Call&)
{
    return self.text() ? self : Value(toText(self, environment.budget));
}
Value upperText(Environment& environment, const Value& self, const Call&) { return toUpper(toText(self, environment.budget)); }
Value lowerText(Environment& environment, const Value& self, const Call&) { return toLower(toText(self, environment.budget)); }
Value capitalizedText(Environment& environment, const Value& self, const Call&) { return capitalized(toText(self, environment.budget)); }
Value titledText(Environment& environment, const Value& self, const Call&) { return titled(toText(self, environment.budget)); }

Value wordCount(Environment& environment, const Value& self, const Call&)
{
    return Value::ofSize(splitText(toText(self, environment.budget), nullptr, -1, environment.budget).size());
}

constexpr std::array kTable {
    FunctionRow { "abs", "", 0, absolute },
    FunctionRow { "attr", "name", 1, attribute },
    FunctionRow { "capitalize", "", 0, capitalizedText },
    FunctionRow { "d", "default_value boolean", 0, otherwise },
    FunctionRow { "default", "default_value boolean", 0, otherwise },
    FunctionRow { "e", "", 0, escapeHtml },
    FunctionRow { "escape", "", 0, escapeHtml },
    FunctionRow { "float", "default", 0, toReal },
    FunctionRow { "from_json", "", 0, fromJsonText },
    FunctionRow { "indent", "width first blank", 0, indentLines },
    FunctionRow { "int", "default base", 0, toInteger },
    FunctionRow { "lower", "", 0, lowerText },
    FunctionRow { "replace", "old new count", 2, replaceText },
    FunctionRow { "round", "precision method", 0, roundNumber },
    FunctionRow { "safe", "", 0, asText },
    FunctionRow { "string", "", 0, asText },
    FunctionRow { "title", "", 0, titledText },
    FunctionRow { "tojson", "ensure_ascii indent separators sort_keys", 0, toJsonText },
    FunctionRow { "trim", "chars", 0, trimText },
    FunctionRow { "upper", "", 0, upperText },
    FunctionRow { "wordcount", "", 0, wordCount },
};

} // namespace

std::span<const FunctionRow> valueFilters() { return kTable; }

const FunctionRow* findFilter(std::string_view name)
{
    const FunctionRow* row = findRow(valueFilters(), name);
    return row ? row : findRow(sequenceFilters(), name);
}

} // namespace cutaway::chat::jinja
