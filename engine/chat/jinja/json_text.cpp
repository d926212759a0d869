#include "engine/chat/jinja/json_text.h"

#include "engine/base/mapped.h"
#include "engine/chat/jinja/unicode.h"
#include "engine/chat/jinja/value_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace cutaway::chat::jinja {
namespace {

using Json = nlohmann::ordered_json;

Value convert(const Json& json, Heap& heap, Budget& budget, int& depth)
{
    const DepthGuard guard(depth, budget.limits().valueDepth, "JSON values");
    budget.charge(1);
    switch (json.type()) {
    case Json::value_t::null:
    case Json::value_t::discarded:
    case Json::value_t::binary: return None {};
    case Json::value_t::boolean: return json.get<bool>();
    case Json::value_t::number_integer: return json.get<std::int64_t>();
    case Json::value_t::number_unsigned: {
        const auto number = json.get<std::uint64_t>();
        if (number > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
            return double(number);
        return std::int64_t(number);
    }
    case Json::value_t::number_float: return json.get<double>();
    case Json::value_t::string: {
        const auto& text = json.get_ref<const std::string&>();
        budget.chargeText(text.size(), text.size());
        return text;
    }
    case Json::value_t::array: {
        std::vector<Value> items;
        for (const Json& item : json)
            items.push_back(convert(item, heap, budget, depth));
        return heap.sequence(Sequence::Kind::list, std::move(items));
    }
    case Json::value_t::object: {
        std::vector<std::pair<Value, Value>> entries;
        for (const auto& [key, item] : json.items())
            entries.emplace_back(key, convert(item, heap, budget, depth));
        return heap.dict(std::move(entries));
    }
    }
    return None {};
}

std::string unicodeEscape(std::uint32_t codePoint)
{
    std::array<char, 16> text {};
    if (codePoint < 0x10000)
        std::snprintf(text.data(), text.size(), "\\u%04x", codePoint);
    else
        std::snprintf(text.data(), text.size(), "\\u%04x\\u%04x", 0xD800 + ((codePoint - 0x10000) >> 10), 0xDC00 + (codePoint & 0x3FF));
    return text.data();
}

std::string quotedJson(std::string_view text, bool ensureAscii)
{
    static constexpr std::string_view kPlain = "\"\\\b\f\n\r\t";
    static constexpr std::string_view kLetters = "\"\\bfnrt";
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = codePointBytes(text, i);
        const std::uint32_t codePoint = codePointAt(text, i);
        const std::size_t known = codePoint < 0x80 ? kPlain.find(char(codePoint)) : kPlain.npos;
        if (known != kPlain.npos)
            (out += '\\') += kLetters[known];
        else if (codePoint < 0x20 || (ensureAscii && codePoint >= 0x80))
            out += unicodeEscape(codePoint);
        else
            out += text.substr(i, bytes);
        i += bytes;
    }
    return out + '"';
}

std::string numberText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    return realText(value);
}

[[noreturn]] void failSerialize(const std::string& type) { failValue("a value of type '" + type + "' cannot be written as JSON"); }

class JsonWriter {
public:
    JsonWriter(TextSink& sink, const JsonStyle& style) : m_sink(sink), m_style(style) {}
    void write(const Value& value)
    {
        const DepthGuard guard(m_depth, m_sink.budget().limits().valueDepth, "values to write as JSON");
        std::visit(*this, value.data());
    }
    void operator()(const Undefined& value) { failSerialize(typeName(value)); }
    void operator()(None) { m_sink.append("null"); }
    void operator()(bool value) { m_sink.append(value ? "true" : "false"); }
    void operator()(std::int64_t value) { m_sink.append(std::to_string(value)); }
    void operator()(double value) { m_sink.append(numberText(value)); }
    void operator()(const Text& value) { m_sink.append(quotedJson(*value, m_style.ensureAscii)); }
    void operator()(Namespace* value) { failSerialize(typeName(value)); }
    void operator()(Callable* value) { failSerialize(typeName(value)); }
    void operator()(Loop* value) { failSerialize(typeName(value)); }
    void operator()(Sequence* sequence)
    {
        if (sequence->kind > Sequence::Kind::tuple)
            failSerialize(typeName(sequence));
        if (sequence->items.empty())
            return m_sink.append("[]");
        m_sink.append("[");
        for (std::size_t i = 0; i < sequence->items.size(); ++i) {
            separate(i == 0, m_depth);
            write(sequence->items[i]);
        }
        newLine(m_depth - 1);
        m_sink.append("]");
    }
    void operator()(Dict* dict)
    {
        if (dict->entries.empty())
            return m_sink.append("{}");
        auto entries = base::mapped(dict->entries, [](const auto& entry) { return std::pair<std::string, const Value*>(keyText(entry.first), &entry.second); });
        if (m_style.sortKeys)
            std::ranges::stable_sort(entries, {}, &std::pair<std::string, const Value*>::first);
        m_sink.append("{");
        for (std::size_t i = 0; i < entries.size(); ++i) {
            separate(i == 0, m_depth);
            m_sink.append(quotedJson(entries[i].first, m_style.ensureAscii));
            m_sink.append(m_style.keySeparator);
            write(*entries[i].second);
        }
        newLine(m_depth - 1);
        m_sink.append("}");
    }

private:
    static std::string keyText(const Value& key)
    {
        if (const auto* text = key.text())
            return *text;
        if (const auto* boolean = key.as<bool>())
            return *boolean ? "true" : "false";
        if (const auto* integer = key.as<std::int64_t>())
            return std::to_string(*integer);
        if (const auto* real = key.as<double>())
            return numberText(*real);
        if (key.isNone())
            return "null";
        failValue("a dict key of type '" + typeName(key) + "' cannot be written as JSON");
    }
    void separate(bool first, int level)
    {
        if (!first)
            m_sink.append(m_style.itemSeparator);
        newLine(level);
    }
    void newLine(int level)
    {
        if (!m_style.indent)
            return;
        m_sink.append("\n");
        for (int i = 0; i < level; ++i)
            m_sink.append(*m_style.indent);
    }
    TextSink& m_sink;
    const JsonStyle& m_style;
    int m_depth = 0;
};

} // namespace

Value fromJson(const Json& json, Heap& heap, Budget& budget)
{
    int depth = 0;
    return convert(json, heap, budget, depth);
}

std::string toJson(const Value& value, const JsonStyle& style, Budget& budget)
{
    TextSink sink(budget);
    JsonWriter(sink, style).write(value);
    return sink.take();
}

} // namespace cutaway::chat::jinja
