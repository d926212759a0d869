#include "engine/grammar/json_pattern.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/grammar/utf8_ranges.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cutaway::grammar {
namespace {

constexpr int kMaxDepth = 50;
using Ranges = std::vector<CodeRange>;
const Ranges kDigits { { '0', '9' } };
const Ranges kWord { { '0', '9' }, { 'A', 'Z' }, { '_', '_' }, { 'a', 'z' } };
const Ranges kSpace { { 0x09, 0x0D }, { 0x20, 0x20 }, { 0xA0, 0xA0 }, { 0x1680, 0x1680 }, { 0x2000, 0x200A }, { 0x2028, 0x2029 }, { 0x202F, 0x202F },
    { 0x205F, 0x205F }, { 0x3000, 0x3000 }, { 0xFEFF, 0xFEFF } };
const Ranges kLineEnds { { '\n', '\n' }, { '\r', '\r' }, { 0x2028, 0x2029 } };
/// Characters that stand in no JSON string as they are, and how they are written.
constexpr std::array<std::pair<char32_t, char>, 7> kEscapes { { { '"', '"' }, { '\\', '\\' }, { '\b', 'b' }, { '\f', 'f' }, { '\n', 'n' }, { '\r', 'r' },
    { '\t', 't' } } };
const Ranges kNeverRaw { { 0, 0x1F }, { '"', '"' }, { '\\', '\\' }, { 0x7F, 0x7F } };

bool holds(const Ranges& ranges, char32_t code)
{
    return std::ranges::any_of(ranges, [code](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

/// One character of a set, as it stands in a JSON string.
std::string inJson(const Ranges& wanted)
{
    Ranges outside = normalized(wanted, true);
    outside.insert(outside.end(), kNeverRaw.begin(), kNeverRaw.end());
    std::string text = gbnfSet(normalized(outside, true));
    std::string escaped;
    for (const auto& [code, letter] : kEscapes)
        escaped += holds(wanted, code) ? (escaped.empty() ? "" : " | ") + gbnfLiteral(std::string("\\") + letter) : std::string();
    return escaped.empty() ? text : "(" + text + " | " + escaped + ")";
}

class PatternParser {
public:
    PatternParser(std::string_view pattern, GbnfWriter& writer) : m_pattern(pattern), m_writer(writer) {}
    base::Result<std::string> parse()
    {
        CUTAWAY_TRY(const std::string body, alternatives(0));
        if (!atEnd())
            return error("there is no group to close here");
        return "\"\\\"\" (" + body + ") \"\\\"\"";
    }

private:
    bool atEnd() const { return m_at == m_pattern.size(); }
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_pattern.size() ? m_pattern[m_at + ahead] : '\0'; }
    bool take(char c)
    {
        const bool taken = !atEnd() && peek() == c;
        m_at += taken ? 1 : 0;
        return taken;
    }
    base::Error error(std::string_view what, base::ErrorCode code = base::ErrorCode::invalidArgument) const
    {
        std::string message = "The pattern " + base::quoted(m_pattern) + ", character " + std::to_string(m_at + 1) + ": ";
        return { code, message.append(what) + ".", "pattern", {} };
    }
    base::Result<std::string> alternatives(int depth);
    base::Result<std::string> sequence(int depth);
    base::Result<std::string> item(int depth);
    base::Result<std::string> group(int depth);
    base::Result<std::string> repeats();
    base::Result<std::uint32_t> count();
    base::Result<Ranges> charClass();
    base::Result<Ranges> escape();
    base::Result<char32_t> hex(int digits);
    base::Result<Ranges> one();
    base::Result<Ranges> classItem();

    std::string_view m_pattern;
    GbnfWriter& m_writer;
    std::size_t m_at = 0;
};

base::Result<std::string> PatternParser::alternatives(int depth)
{
    if (depth > kMaxDepth)
        return error("groups are nested deeper than " + std::to_string(kMaxDepth));
    std::string text;
    do {
        CUTAWAY_TRY(const std::string one, sequence(depth));
        text += (text.empty() ? "" : " | ") + one;
    } while (take('|'));
    return text;
}

base::Result<std::string> PatternParser::sequence(int depth)
{
    const auto anything = [&] { return depth == 0 ? m_writer.builtIn("char") + "* " : std::string(); };
    std::string text = depth == 0 && take('^') ? std::string() : anything();
    bool ended = false;
    while (!atEnd() && peek() != '|' && peek() != ')') {
        if (depth == 0 && peek() == '$' && (m_at + 1 == m_pattern.size() || peek(1) == '|')) {
            ++m_at;
            ended = true;
            break;
        }
        CUTAWAY_TRY(const std::string one, item(depth));
        CUTAWAY_TRY(const std::string many, repeats());
        text += one + many + " ";
    }
    text += ended ? std::string() : anything();
    return text.empty() ? std::string("\"\"") : text;
}

base::Result<std::string> PatternParser::item(int depth)
{
    switch (peek()) {
    case '(': return group(depth);
    case '^':
    case '$': return error("an anchor stands inside of the pattern", base::ErrorCode::unsupported);
    case '*':
    case '+':
    case '?':
    case '{': return error("there is nothing before it to repeat");
    default: break;
    }
    CUTAWAY_TRY(const Ranges ranges, one());
    return inJson(ranges);
}

base::Result<Ranges> PatternParser::one()
{
    if (take('['))
        return charClass();
    if (take('.'))
        return normalized(kLineEnds, true);
    return classItem();
}

base::Result<Ranges> PatternParser::classItem()
{
    if (peek() == '\\')
        return escape();
    const base::Utf8Char c = base::decodeUtf8(m_pattern, m_at);
    m_at += c.length;
    return Ranges { { c.codePoint, c.codePoint } };
}

base::Result<std::string> PatternParser::group(int depth)
{
    ++m_at;
    if (take('?') && !take(':'))
        return error("look-around and named groups are not supported", base::ErrorCode::unsupported);
    CUTAWAY_TRY(const std::string inner, alternatives(depth + 1));
    if (!take(')'))
        return error("the group has no closing ')'");
    return "(" + inner + ")";
}

base::Result<std::uint32_t> PatternParser::count()
{
    std::uint32_t value = 0;
    if (peek() < '0' || peek() > '9')
        return error("expected a number");
    for (; peek() >= '0' && peek() <= '9' && value <= kMaxRepeat; ++m_at)
        value = value * 10 + std::uint32_t(peek() - '0');
    if (value > kMaxRepeat)
        return error("a repetition of more than " + std::to_string(kMaxRepeat));
    return value;
}

base::Result<std::string> PatternParser::repeats()
{
    std::string text;
    if (take('*') || take('+') || take('?')) {
        text = m_pattern[m_at - 1];
    } else if (take('{')) {
        std::uint32_t minimum = 0;
        if (peek() != ',') {
            CUTAWAY_TRY(minimum, count());
        }
        text = "{" + std::to_string(minimum);
        if (take(',')) {
            text += ",";
            if (peek() != '}') {
                CUTAWAY_TRY(const std::uint32_t maximum, count());
                if (maximum < minimum)
                    return error("the repetition ends below its beginning");
                text += std::to_string(maximum);
            }
        }
        if (!take('}'))
            return error("expected '}' for the repetition");
        text += "}";
    }
    if (!text.empty())
        take('?'); // which match comes first says nothing about which texts match
    return text;
}

base::Result<Ranges> PatternParser::charClass()
{
    const bool negated = take('^');
    Ranges ranges;
    while (!take(']')) {
        if (atEnd())
            return error("the class has no closing ']'");
        CUTAWAY_TRY(Ranges first, classItem());
        if (peek() == '-' && peek(1) != ']' && first.size() == 1) {
            ++m_at;
            if (atEnd())
                return error("expected the end of the range");
            CUTAWAY_TRY(const Ranges last, classItem());
            if (last.size() != 1 || last[0].last < first[0].first)
                return error("the range ends before it begins");
            first[0].last = last[0].last;
        }
        ranges.insert(ranges.end(), first.begin(), first.end());
    }
    return normalized(ranges, negated);
}

base::Result<char32_t> PatternParser::hex(int digits)
{
    char32_t value = 0;
    for (int i = 0; i < digits; ++i, ++m_at) {
        const char c = char(peek() | 0x20);
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return error("expected " + std::to_string(digits) + " hexadecimal digits");
        value = value * 16 + char32_t(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return value;
}

base::Result<Ranges> PatternParser::escape()
{
    ++m_at;
    const char c = peek();
    m_at += atEnd() ? 0 : 1;
    const auto only = [](char32_t code) { return Ranges { { code, code } }; };
    switch (c) {
    case 'd': return kDigits;
    case 'D': return normalized(kDigits, true);
    case 'w': return kWord;
    case 'W': return normalized(kWord, true);
    case 's': return kSpace;
    case 'S': return normalized(kSpace, true);
    case 't': return only('\t');
    case 'n': return only('\n');
    case 'r': return only('\r');
    case 'f': return only('\f');
    case 'v': return only('\v');
    case 'x':
    case 'u': {
        CUTAWAY_TRY(const char32_t code, hex(c == 'x' ? 2 : 4));
        return only(code);
    }
    default: break;
    }
    if (std::string_view("^$\\.*+?()[]{}|/-\"").find(c) == std::string_view::npos || c == '\0')
        return error("there is no escape " + base::quoted(std::string("\\") + c) + " here", base::ErrorCode::unsupported);
    return only(char32_t(static_cast<unsigned char>(c)));
}

} // namespace

base::Result<std::string> gbnfFromPattern(std::string_view pattern, GbnfWriter& writer) { return PatternParser(pattern, writer).parse(); }

} // namespace cutaway::grammar
