#include "engine/grammar/json_schema.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/grammar/integer_range.h"
#include "engine/grammar/json_pattern.h"
#include "engine/grammar/schema_document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <set>

namespace cutaway::grammar {
namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxGrammarBytes = std::size_t(4) << 20, kMaxExtraKey = 256;

struct Keyword {
    std::string_view name;
    std::string_view type; ///< of the values that it speaks of; empty: of all
};
/// All that is read. minimum and maximum speak of integers and numbers.
constexpr std::array kKeywords { Keyword { "type" }, Keyword { "enum" }, Keyword { "const" }, Keyword { "$ref" }, Keyword { "anyOf" }, Keyword { "oneOf" },
    Keyword { "allOf" }, Keyword { "properties", "object" }, Keyword { "required", "object" }, Keyword { "additionalProperties", "object" },
    Keyword { "items", "array" }, Keyword { "prefixItems", "array" }, Keyword { "minItems", "array" }, Keyword { "maxItems", "array" },
    Keyword { "minLength", "string" }, Keyword { "maxLength", "string" }, Keyword { "pattern", "string" }, Keyword { "format", "string" },
    Keyword { "minimum", "integer" }, Keyword { "maximum", "integer" }, Keyword { "exclusiveMinimum", "integer" },
    Keyword { "exclusiveMaximum", "integer" } };
constexpr std::array<std::string_view, 7> kTypes { "object", "array", "string", "number", "integer", "boolean", "null" };

bool fitsType(const Json& value, std::string_view type)
{
    if (type == "integer")
        return value.is_number_integer();
    return type == "object" ? value.is_object()
        : type == "array"   ? value.is_array()
        : type == "string"  ? value.is_string()
        : type == "number"  ? value.is_number()
        : type == "boolean" ? value.is_boolean()
                            : value.is_null();
}

class Converter {
public:
    explicit Converter(const Json& document) : m_document(document) {}
    base::Result<std::string> convert()
    {
        CUTAWAY_TRY(const std::string root, value(m_document, "#", 0));
        return m_writer.text(root);
    }

private:
    using Text = base::Result<std::string>;
    Text value(const Json& schema, const std::string& path, int depth);
    Text reference(const std::string& target, const std::string& path, int depth);
    Text anyOf(const Json& schema, std::string_view key, const std::string& path, int depth);
    Text listed(const Json& schema, const std::string& path);
    Text ofType(const Json& schema, const std::string& type, const std::string& path, int depth);
    Text object(const Json& schema, const std::string& path, int depth);
    Text array(const Json& schema, const std::string& path, int depth);
    Text string(const Json& schema, const std::string& path);
    Text integer(const Json& schema, const std::string& path);
    Text extraKey(const Json& properties, const std::string& path);
    std::string keyPart(const std::set<std::u32string>& names, const std::u32string& before);
    base::Status check(const Json& schema, const std::string& path) const;
    base::Status checkAlone(const Json& schema, std::string_view key, const std::string& path) const;
    base::Result<std::vector<std::string>> types(const Json& schema, const std::string& path) const;
    base::Result<std::uint32_t> count(const Json& schema, const char* key, std::uint32_t fallback, const std::string& path) const;
    base::Result<std::optional<std::int64_t>> bound(const Json& schema, const char* key, bool lower, bool exclusive, const std::string& path) const;

    const Json& m_document;
    GbnfWriter m_writer;
    std::map<std::string, std::string> m_references; ///< rule by target
};

std::string repeated(std::uint32_t minimum, std::uint32_t maximum)
{
    return "{" + std::to_string(minimum) + "," + (maximum == kUnbounded ? std::string() : std::to_string(maximum)) + "}";
}

base::Status Converter::check(const Json& schema, const std::string& path) const
{
    for (const auto& [key, value] : schema.items()) {
        const bool known = isAnnotation(key) || std::ranges::find(kKeywords, std::string_view(key), &Keyword::name) != kKeywords.end();
        if (!known && !(key == "uniqueItems" && value == Json(false)))
            return schemaError(path, "the keyword " + base::quoted(key) + " is not supported", base::ErrorCode::unsupported);
    }
    return base::ok();
}

/// $ref, enum and the like say all that can be said: a keyword beside them would have to be joined with them.
base::Status Converter::checkAlone(const Json& schema, std::string_view key, const std::string& path) const
{
    for (const auto& [other, value] : schema.items()) {
        if (other != key && other != "type" && !isAnnotation(other))
            return schemaError(path, base::quoted(other) + " beside " + base::quoted(key) + " is not supported", base::ErrorCode::unsupported);
    }
    return base::ok();
}

Converter::Text Converter::value(const Json& schema, const std::string& path, int depth)
{
    if (depth > kMaxDepth)
        return schemaError(path, "schemas are nested deeper than " + std::to_string(kMaxDepth));
    if (m_writer.sizeBytes() > kMaxGrammarBytes)
        return schemaError(path, "the grammar grows above " + base::formatBytes(kMaxGrammarBytes));
    if (schema == Json(true))
        return m_writer.builtIn("value");
    if (!schema.is_object())
        return schemaError(path, schema == Json(false) ? "no value is valid here" : "a schema must be an object or a truth value");
    CUTAWAY_TRY_STATUS(check(schema, path));
    if (schema.contains("$ref") && !schema.contains("allOf")) {
        CUTAWAY_TRY_STATUS(checkAlone(schema, "$ref", path));
        if (!schema["$ref"].is_string() || schema.contains("type"))
            return schemaError(path, "'$ref' must be a text and stand without 'type'");
        return reference(schema["$ref"].get<std::string>(), path, depth);
    }
    if (schema.contains("allOf")) {
        CUTAWAY_TRY(const Json merged, mergeAllOf(m_document, schema, path));
        return value(merged, path, depth + 1);
    }
    for (const std::string_view key : { "anyOf", "oneOf" }) {
        if (schema.contains(key))
            return anyOf(schema, key, path, depth);
    }
    if (schema.contains("const") || schema.contains("enum"))
        return listed(schema, path);
    CUTAWAY_TRY(const auto names, types(schema, path));
    std::string alternatives;
    for (const std::string& type : names) {
        CUTAWAY_TRY(const std::string one, ofType(schema, type, path, depth));
        alternatives += (alternatives.empty() ? "" : " | ") + one;
    }
    return names.size() == 1 ? alternatives : m_writer.add(path, alternatives);
}

Converter::Text Converter::reference(const std::string& target, const std::string& path, int depth)
{
    const auto known = m_references.find(target);
    if (known != m_references.end())
        return known->second;
    CUTAWAY_TRY(const Json* schema, resolveReference(m_document, target, path));
    const std::string rule = m_writer.reserve("ref" + target);
    m_references.emplace(target, rule);
    CUTAWAY_TRY(std::string body, value(*schema, target, depth + 1));
    m_writer.define(rule, std::move(body));
    return rule;
}

Converter::Text Converter::anyOf(const Json& schema, std::string_view key, const std::string& path, int depth)
{
    CUTAWAY_TRY_STATUS(checkAlone(schema, key, path));
    const Json& branches = schema[std::string(key)];
    if (!branches.is_array() || branches.empty())
        return schemaError(path, base::quoted(key) + " must be a list of schemas");
    std::string alternatives;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        Json branch = branches[i];
        if (schema.contains("type") && branch.is_object() && !branch.contains("type"))
            branch["type"] = schema["type"];
        const std::string branchPath = path + "/" + std::string(key) + "/" + std::to_string(i);
        CUTAWAY_TRY(const std::string one, value(branch, branchPath, depth + 1));
        alternatives += (i == 0 ? "" : " | ") + one;
    }
    return m_writer.add(path, alternatives);
}

Converter::Text Converter::listed(const Json& schema, const std::string& path)
{
    const char* key = schema.contains("const") ? "const" : "enum";
    CUTAWAY_TRY_STATUS(checkAlone(schema, key, path));
    const Json values = schema.contains("const") ? Json::array({ schema["const"] }) : schema["enum"];
    if (!values.is_array())
        return schemaError(path, "'enum' must be a list");
    CUTAWAY_TRY(const auto names, types(schema, path));
    std::string alternatives;
    for (const Json& one : values) {
        const bool fits = !schema.contains("type") || std::ranges::any_of(names, [&](const std::string& type) { return fitsType(one, type); });
        if (fits)
            alternatives += (alternatives.empty() ? "" : " | ") + gbnfLiteral(one.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    if (alternatives.empty())
        return schemaError(path, "no value of " + base::quoted(key) + " is of the type asked for");
    return "(" + alternatives + ")";
}

base::Result<std::vector<std::string>> Converter::types(const Json& schema, const std::string& path) const
{
    std::vector<std::string> names;
    if (schema.contains("type")) {
        const Json& type = schema["type"];
        const Json list = type.is_array() ? type : Json::array({ type });
        for (const Json& one : list) {
            if (!one.is_string() || std::ranges::find(kTypes, one.get<std::string>()) == kTypes.end())
                return schemaError(path, "there is no type " + base::quoted(one.dump(-1, ' ', false, Json::error_handler_t::replace)));
            names.push_back(one.get<std::string>());
        }
        if (names.empty())
            return schemaError(path, "'type' names no type");
        return names;
    }
    for (const Keyword& keyword : kKeywords) {
        if (!keyword.type.empty() && schema.contains(keyword.name) && std::ranges::find(names, keyword.type) == names.end())
            names.emplace_back(keyword.type);
    }
    if (names.empty())
        names.emplace_back("value");
    return names;
}

Converter::Text Converter::ofType(const Json& schema, const std::string& type, const std::string& path, int depth)
{
    if (type == "object")
        return object(schema, path, depth);
    if (type == "array")
        return array(schema, path, depth);
    if (type == "string")
        return string(schema, path);
    if (type == "integer")
        return integer(schema, path);
    for (const char* key : { "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum" }) {
        if (type == "number" && schema.contains(key))
            return schemaError(path, base::quoted(key) + " is supported for integers, not for numbers", base::ErrorCode::unsupported);
    }
    return m_writer.builtIn(type);
}

Converter::Text Converter::object(const Json& schema, const std::string& path, int depth)
{
    Json properties = schema.value("properties", Json::object());
    const Json required = schema.value("required", Json::array());
    const Json additional = schema.value("additionalProperties", Json());
    if (!properties.is_object() || !required.is_array())
        return schemaError(path, "'properties' must be an object and 'required' a list");
    std::vector<std::string> must;
    for (const Json& name : required) {
        if (!name.is_string())
            return schemaError(path, "'required' must hold names");
        must.push_back(name.get<std::string>());
        if (!properties.contains(must.back()))
            properties[must.back()] = additional.is_null() ? Json(true) : additional;
    }
    const bool open = !additional.is_null() && additional != Json(false);
    if (properties.empty() && (additional.is_null() || additional == Json(true)) && !schema.contains("properties"))
        return m_writer.builtIn("object");

    const std::string space = m_writer.builtIn("space");
    // From the end: what may follow a property (after), and what an object may begin with (first).
    std::string after = m_writer.add(path + "-end", "\"\""), first = after;
    if (open) {
        CUTAWAY_TRY(const std::string key, extraKey(properties, path));
        CUTAWAY_TRY(const std::string extra, value(additional, path + "/additionalProperties", depth + 1));
        const std::string pair = m_writer.add(path + "-extra", key + " \":\" " + space + " " + extra);
        after = m_writer.add(path + "-extras", "(\",\" " + space + " " + pair + ")*");
        first = m_writer.add(path + "-any", "(" + pair + " " + after + ")?");
    }
    std::vector<std::pair<std::string, bool>> order;
    for (const bool wanted : { true, false }) {
        for (const auto& [name, one] : properties.items()) {
            if ((std::ranges::find(must, name) != must.end()) == wanted)
                order.emplace_back(name, wanted);
        }
    }
    for (const auto& [name, wanted] : order | std::views::reverse) {
        const std::string place = path + "/properties/" + name;
        CUTAWAY_TRY(const std::string one, value(properties[name], place, depth + 1));
        const std::string pair = m_writer.add(place + "-kv",
            gbnfLiteral(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) + ":") + " " + space + " " + one);
        const std::string following = " " + after;
        first = m_writer.add(place + "-first", pair + following + (wanted ? "" : " | " + first));
        after = m_writer.add(place + "-rest", (wanted ? "\",\" " + space + " " + pair : "(\",\" " + space + " " + pair + ")?") + following);
    }
    return m_writer.add(path, "\"{\" " + space + " " + first + " " + space + " \"}\"");
}

/// Keys without escapes that are none of the declared ones.
Converter::Text Converter::extraKey(const Json& properties, const std::string& path)
{
    std::set<std::u32string> names;
    for (const auto& [name, schema] : properties.items()) {
        std::u32string codes;
        for (std::size_t at = 0; at < name.size();) {
            const base::Utf8Char c = base::decodeUtf8(name, at);
            codes += c.codePoint;
            at += c.length;
        }
        if (codes.size() > kMaxExtraKey)
            return schemaError(path, "a name of more than " + std::to_string(kMaxExtraKey) + " characters beside additionalProperties");
        const bool plain = std::ranges::none_of(codes, [](char32_t c) { return c < 0x20 || c == '"' || c == '\\' || c == 0x7F; });
        if (plain) // others are written with escapes, which extra keys do not have
            names.insert(codes);
    }
    return "\"\\\"\" " + keyPart(names, {}) + " \"\\\"\"";
}

/// What may follow the beginning `before` of some of the names.
std::string Converter::keyPart(const std::set<std::u32string>& names, const std::u32string& before)
{
    const std::string plain = m_writer.builtIn("plain-char");
    std::set<char32_t> next;
    bool isName = false;
    for (auto it = names.lower_bound(before); it != names.end() && it->starts_with(before); ++it) {
        if (it->size() == before.size())
            isName = true;
        else
            next.insert((*it)[before.size()]);
    }
    if (next.empty() && !isName)
        return plain + "*";
    std::vector<CodeRange> taken { { 0, 0x1F }, { '"', '"' }, { '\\', '\\' }, { 0x7F, 0x7F } };
    std::string body;
    for (const char32_t code : next) {
        taken.push_back({ code, code });
        body += gbnfSet({ { code, code } }) + " " + keyPart(names, before + code) + " | ";
    }
    std::string other = gbnfSet(taken);
    other.insert(1, "^");
    body += other + " " + plain + "*" + (isName ? "" : " | \"\"");
    return m_writer.add("key", body);
}

Converter::Text Converter::array(const Json& schema, const std::string& path, int depth)
{
    Json items = schema.value("items", Json(true));
    Json first = schema.value("prefixItems", Json::array());
    if (items.is_array()) { // drafts before 2020-12
        first = items;
        items = false;
    } else if (!first.empty() && !schema.contains("items")) {
        items = false;
    }
    if (!first.is_array())
        return schemaError(path, "'prefixItems' must be a list");
    CUTAWAY_TRY(std::uint32_t minimum, count(schema, "minItems", 0, path));
    CUTAWAY_TRY(std::uint32_t maximum, count(schema, "maxItems", kUnbounded, path));
    const auto fixed = std::uint32_t(first.size());
    if (maximum < minimum || maximum < fixed || (items == Json(false) && minimum > fixed))
        return schemaError(path, "no list can have as many elements as 'minItems', 'maxItems' and 'prefixItems' ask for");
    if (items == Json(false))
        maximum = fixed;
    const std::string space = m_writer.builtIn("space"), comma = "\",\" " + space + " ";
    std::string body;
    for (std::uint32_t i = 0; i < fixed; ++i) {
        CUTAWAY_TRY(const std::string one, value(first[i], path + "/prefixItems/" + std::to_string(i), depth + 1));
        body += (i == 0 ? "" : comma) + one + " ";
    }
    if (maximum > fixed) {
        CUTAWAY_TRY(const std::string item, value(items, path + "/items", depth + 1));
        const std::uint32_t least = minimum > fixed ? minimum - fixed : 0, most = maximum == kUnbounded ? kUnbounded : maximum - fixed;
        if (fixed > 0)
            body += "(" + comma + item + ")" + repeated(least, most);
        else
            body += "(" + item + " (" + comma + item + ")" + repeated(least > 0 ? least - 1 : 0, most == kUnbounded ? most : most - 1) + ")"
                + (least == 0 ? "?" : "");
    }
    return m_writer.add(path, "\"[\" " + space + " " + body + " " + space + " \"]\"");
}

Converter::Text Converter::string(const Json& schema, const std::string& path)
{
    const bool bounded = schema.contains("minLength") || schema.contains("maxLength");
    if (int(bounded) + int(schema.contains("pattern")) + int(schema.contains("format")) > 1)
        return schemaError(path, "only one of 'pattern', 'format' and lengths is supported", base::ErrorCode::unsupported);
    if (schema.contains("pattern")) {
        if (!schema["pattern"].is_string())
            return schemaError(path, "'pattern' must be a text");
        auto body = gbnfFromPattern(schema["pattern"].get<std::string>(), m_writer);
        if (!body)
            return schemaError(path, body.error().message.substr(0, body.error().message.size() - 1), body.error().code);
        return m_writer.add(path, *body);
    }
    if (schema.contains("format")) {
        const std::string format = schema["format"].is_string() ? schema["format"].get<std::string>() : std::string();
        if (format == "uuid" || (format.size() == 5 && format.starts_with("uuid") && format[4] >= '1' && format[4] <= '5'))
            return m_writer.builtIn("uuid");
        if (format == "date" || format == "time" || format == "date-time")
            return m_writer.builtIn(format);
        return schemaError(path, "the format " + base::quoted(format) + " is not supported", base::ErrorCode::unsupported);
    }
    if (!bounded)
        return m_writer.builtIn("string");
    CUTAWAY_TRY(const std::uint32_t minimum, count(schema, "minLength", 0, path));
    CUTAWAY_TRY(const std::uint32_t maximum, count(schema, "maxLength", kUnbounded, path));
    if (maximum < minimum)
        return schemaError(path, "'maxLength' is below 'minLength'");
    return m_writer.add(path, "\"\\\"\" " + m_writer.builtIn("char") + repeated(minimum, maximum) + " \"\\\"\"");
}

base::Result<std::uint32_t> Converter::count(const Json& schema, const char* key, std::uint32_t fallback, const std::string& path) const
{
    if (!schema.contains(key))
        return fallback;
    const Json& value = schema[key];
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMaxRepeat)
        return schemaError(path, base::quoted(key) + " must be a whole number from 0 to " + std::to_string(kMaxRepeat));
    return value.get<std::uint32_t>();
}

/// The first or last integer that a bound lets through; none without the keyword.
base::Result<std::optional<std::int64_t>> Converter::bound(const Json& schema, const char* key, bool lower, bool exclusive, const std::string& path) const
{
    if (!schema.contains(key))
        return std::optional<std::int64_t>();
    const Json& value = schema[key];
    if (!value.is_number() || std::fabs(value.get<double>()) > double(kLargestInteger))
        return schemaError(path, base::quoted(key) + " must be a number of at most 16 digits");
    std::int64_t number = 0;
    bool whole = true;
    if (value.is_number_integer()) {
        number = value.get<std::int64_t>();
    } else {
        const double real = value.get<double>();
        const double rounded = lower ? std::ceil(real) : std::floor(real);
        whole = rounded == real;
        number = std::int64_t(rounded);
    }
    return std::optional(number + (exclusive && whole ? (lower ? 1 : -1) : 0));
}

Converter::Text Converter::integer(const Json& schema, const std::string& path)
{
    std::optional<std::int64_t> first, last;
    for (const bool exclusive : { false, true }) {
        CUTAWAY_TRY(const auto low, bound(schema, exclusive ? "exclusiveMinimum" : "minimum", true, exclusive, path));
        CUTAWAY_TRY(const auto high, bound(schema, exclusive ? "exclusiveMaximum" : "maximum", false, exclusive, path));
        first = low ? std::max(first.value_or(-kLargestInteger), *low) : first;
        last = high ? std::min(last.value_or(kLargestInteger), *high) : last;
    }
    if (!first && !last)
        return m_writer.builtIn("integer");
    const std::int64_t low = std::max(first.value_or(-kLargestInteger), -kLargestInteger), high = std::min(last.value_or(kLargestInteger), kLargestInteger);
    if (low > high)
        return schemaError(path, "no integer is within its bounds");
    return m_writer.add(path, integerRange(low, high));
}

} // namespace

base::Result<std::string> gbnfFromJsonSchema(std::string_view schema)
{
    CUTAWAY_TRY(const Json document, parseSchemaText(schema));
    return Converter(document).convert();
}

} // namespace cutaway::grammar
