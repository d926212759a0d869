#include "engine/chat/jinja/value_text.h"

#include "engine/chat/jinja/unicode.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace cutaway::chat::jinja {
namespace {

/// repr() of a code point that is not printable: \n, \x07, \u200b, \U000e0001.
std::string escaped(std::uint32_t codePoint)
{
    switch (codePoint) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: // all others by number
        break;
    }
    std::array<char, 16> text {};
    const char* pattern = codePoint < 0x100 ? "\\x%02x" : codePoint < 0x10000 ? "\\u%04x" : "\\U%08x";
    std::snprintf(text.data(), text.size(), pattern, codePoint);
    return text.data();
}

void appendQuoted(TextSink& sink, std::string_view text)
{
    const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
    std::string out(1, quote);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = codePointBytes(text, i);
        const std::uint32_t codePoint = codePointAt(text, i);
        if (codePoint == std::uint32_t(quote) || codePoint == '\\')
            (out += '\\') += char(codePoint);
        else if (isPrintable(codePoint))
            out += text.substr(i, bytes);
        else
            out += escaped(codePoint);
        i += bytes;
    }
    out += quote;
    sink.append(out);
}

/// Writes repr() of values, which is also the text form of everything but strings.
class ReprWriter {
public:
    explicit ReprWriter(TextSink& sink) : m_sink(sink) {}
    void write(const Value& value)
    {
        const DepthGuard guard(m_depth, m_sink.budget().limits().valueDepth, "values to print");
        std::visit(*this, value.data());
    }
    void operator()(const Undefined&) { m_sink.append("Undefined"); }
    void operator()(None) { m_sink.append("None"); }
    void operator()(bool value) { m_sink.append(value ? "True" : "False"); }
    void operator()(std::int64_t value) { m_sink.append(std::to_string(value)); }
    void operator()(double value) { m_sink.append(realText(value)); }
    void operator()(const Text& value) { appendQuoted(m_sink, *value); }
    void operator()(const Callable* callable) { m_sink.append("<function " + callable->name + ">"); }
    void operator()(const Loop* loop)
    {
        m_sink.append("<LoopContext " + std::to_string(loop->index + 1) + "/" + std::to_string(loop->items.size()) + ">");
    }
    void operator()(const Sequence* sequence)
    {
        switch (sequence->kind) {
        case Sequence::Kind::list: return writeItems("[", sequence->items, "]");
        case Sequence::Kind::tuple: return writeItems("(", sequence->items, sequence->items.size() == 1 ? ",)" : ")");
        case Sequence::Kind::view: return writeItems("dict_view([", sequence->items, "])");
        case Sequence::Kind::generator: return m_sink.append("<generator object>");
        case Sequence::Kind::range: return writeItems("range([", sequence->items, "])");
        }
    }
    void operator()(const Dict* dict)
    {
        m_sink.append("{");
        const char* separator = "";
        for (const auto& [key, value] : dict->entries) {
            m_sink.append(separator);
            write(key);
            m_sink.append(": ");
            write(value);
            separator = ", ";
        }
        m_sink.append("}");
    }
    void operator()(const Namespace* space)
    {
        m_sink.append("<Namespace {");
        const char* separator = "";
        for (const auto& [name, value] : space->attributes) {
            m_sink.append(separator);
            appendQuoted(m_sink, name);
            m_sink.append(": ");
            write(value);
            separator = ", ";
        }
        m_sink.append("}>");
    }

private:
    void writeItems(std::string_view open, const std::vector<Value>& items, std::string_view close)
    {
        m_sink.append(open);
        const char* separator = "";
        for (const Value& item : items) {
            m_sink.append(separator);
            write(item);
            separator = ", ";
        }
        m_sink.append(close);
    }
    TextSink& m_sink;
    int m_depth = 0;
};

} // namespace

std::string toText(const Value& value, Budget& budget)
{
    TextSink sink(budget);
    appendText(sink, value);
    return sink.take();
}

void appendText(TextSink& sink, const Value& value)
{
    if (const auto* text = value.text())
        sink.append(*text);
    else if (!value.isUndefined())
        ReprWriter(sink).write(value);
}

std::string realText(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::array<char, 40> buffer {};
    const double magnitude = std::fabs(value);
    const bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
    const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    std::string text(buffer.data(), end);
    if (!scientific && text.find('.') == text.npos)
        text += ".0";
    return text;
}

} // namespace cutaway::chat::jinja
