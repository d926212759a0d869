#include "engine/grammar/gbnf_writer.h"

#include "engine/base/result.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace cutaway::grammar {
namespace {

struct BuiltIn {
    std::string_view name, body;
    std::array<std::string_view, 7> uses {};
};
/// 29 February is left out: whether it is a day depends on the year. Escapes of surrogates are left out: half a pair is no character, and a pair would count as two.
constexpr std::array kBuiltIns {
    BuiltIn { "space", R"(| " " | "\n"{1,2} [ \t]{0,20})" },
    BuiltIn { "boolean", R"("true" | "false")" },
    BuiltIn { "null", R"("null")" },
    BuiltIn { "integral-part", "[0] | [1-9] [0-9]{0,15}" },
    BuiltIn { "integer", R"("-"? integral-part)", { "integral-part" } },
    BuiltIn { "number", R"("-"? integral-part ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,2})?)", { "integral-part" } },
    BuiltIn { "hex", "[0-9a-fA-F]" },
    BuiltIn { "char",
        R"([^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" ([0-9a-cA-CefEF] hex hex hex | [dD] [0-7] hex hex)))", { "hex" } },
    BuiltIn { "plain-char", R"([^"\\\x7F\x00-\x1F])" },
    BuiltIn { "string", R"("\"" char* "\"")", { "char" } },
    BuiltIn { "object", R"("{" space (string ":" space value ("," space string ":" space value)*)? space "}")", { "space", "string", "value" } },
    BuiltIn { "array", R"("[" space (value ("," space value)*)? space "]")", { "space", "value" } },
    BuiltIn { "value", "object | array | string | number | boolean | null", { "object", "array", "string", "number", "boolean", "null" } },
    BuiltIn { "uuid", R"("\"" hex{8} "-" hex{4} "-" hex{4} "-" hex{4} "-" hex{12} "\"")", { "hex" } },
    BuiltIn { "date-part", 
        R"([1-9] [0-9]{3} "-" (("0" [13578] | "1" [02]) "-" ("0" [1-9] | [12] [0-9] | "3" [01]) | )"
        R"(("0" [469] | "11") "-" ("0" [1-9] | [12] [0-9] | "30") | "02-" ("0" [1-9] | "1" [0-9] | "2" [0-8])))" },
    BuiltIn { "time-part",
        R"(([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,6})? ("Z" | [-+] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9]))" },
    BuiltIn { "date", R"("\"" date-part "\"")", { "date-part" } },
    BuiltIn { "time", R"("\"" time-part "\"")", { "time-part" } },
    BuiltIn { "date-time", R"("\"" date-part "T" time-part "\"")", { "date-part", "time-part" } },
};

bool isBuiltIn(std::string_view name) { return std::ranges::find(kBuiltIns, name, &BuiltIn::name) != kBuiltIns.end(); }

std::string hexEscape(char32_t code)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), "\\U%08X", unsigned(code));
    return text.data();
}

} // namespace

std::string gbnfLiteral(std::string_view text)
{
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            literal += '\\';
        literal += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
    }
    return literal + "\"";
}

std::string gbnfSet(const std::vector<CodeRange>& ranges)
{
    std::string set = "[";
    for (const CodeRange& range : ranges)
        set += range.first == range.last ? hexEscape(range.first) : hexEscape(range.first) + "-" + hexEscape(range.last);
    return set + "]";
}

std::string GbnfWriter::reserve(std::string_view wanted)
{
    constexpr std::size_t kMaxName = 60;
    std::string base(wanted.substr(0, kMaxName));
    for (char& c : base) {
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')))
            c = '-';
    }
    if (base.empty())
        base = "rule";
    std::string name = base;
    for (std::size_t number = m_rules.size(); m_rules.contains(name) || isBuiltIn(name) || name == "root"; ++number)
        name = base + "-" + std::to_string(number);
    m_rules.emplace(name, std::string());
    return name;
}

void GbnfWriter::define(const std::string& name, std::string body)
{
    m_sizeBytes += name.size() + body.size();
    m_rules[name] = std::move(body);
}

std::string GbnfWriter::add(std::string_view wanted, std::string body)
{
    const std::string name = reserve(wanted);
    define(name, std::move(body));
    return name;
}

std::string GbnfWriter::builtIn(std::string_view name)
{
    const auto* rule = std::ranges::find(kBuiltIns, name, &BuiltIn::name);
    CUTAWAY_CHECK(rule != kBuiltIns.end());
    const std::string key(name);
    if (m_rules.contains(key))
        return key;
    define(key, std::string(rule->body));
    for (const std::string_view used : rule->uses) {
        if (!used.empty())
            builtIn(used);
    }
    return key;
}

std::string GbnfWriter::text(const std::string& root) const
{
    std::string text = "root ::= " + root + "\n";
    for (const auto& [name, body] : m_rules)
        text.append(name).append(" ::= ").append(body).append("\n");
    return text;
}

} // namespace cutaway::grammar
