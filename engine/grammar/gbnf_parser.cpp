#include "engine/grammar/gbnf_parser.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/grammar/grammar_error.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace cutaway::grammar {
namespace {

constexpr std::size_t kMaxBytes = std::size_t(4) << 20;
constexpr int kMaxDepth = 200, kMaxStackedRepeats = 8;
constexpr std::size_t kMaxRules = 10'000;

bool isNameChar(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}
    base::Result<RuleSet> parse();

private:
    struct Use {
        std::size_t at = 0;
        bool defined = false;
    };
    base::Error error(std::size_t at, std::string_view what) const { return grammarError(m_text, at, what); }
    bool atEnd() const { return m_at == m_text.size(); }
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    /// The character at this place, for a message. @pre !atEnd()
    std::string here() const { return base::quoted(m_text.substr(m_at, base::decodeUtf8(m_text, m_at).length)); }
    bool take(std::string_view expected);
    void skipSpace(bool newlines);
    std::uint32_t ruleIndex(std::string_view name, std::size_t at);
    std::string_view readName();

    base::Status parseRule();
    base::Result<Expression> parseAlternatives(int depth);
    base::Result<Expression> parseSequence(int depth);
    base::Result<std::optional<Expression>> parseItem(int depth);
    base::Result<Expression> parseGroup(int depth);
    base::Result<Expression> parseText();
    base::Result<Expression> parseSet();
    base::Result<Expression> parseToken();
    base::Result<Expression> parseNumberedToken(Expression token);
    base::Result<char32_t> parseChar();
    base::Result<char32_t> parseHex(std::size_t digits);
    base::Result<bool> parseRepeat(Expression& item);
    base::Result<bool> parseCounts(std::uint32_t& minimum, std::uint32_t& maximum);
    base::Result<std::uint32_t> parseCount();

    std::string_view m_text;
    std::size_t m_at = 0;
    RuleSet m_set;
    std::vector<Use> m_uses; ///< by rule
    std::unordered_map<std::string, std::uint32_t> m_indices;
};

bool Parser::take(std::string_view expected)
{
    if (!m_text.substr(m_at).starts_with(expected))
        return false;
    m_at += expected.size();
    return true;
}

void Parser::skipSpace(bool newlines)
{
    while (!atEnd()) {
        const char c = peek();
        if (c == '#')
            m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
        else if (c == ' ' || c == '\t' || (newlines && (c == '\n' || c == '\r')))
            ++m_at;
        else
            return;
    }
}

std::uint32_t Parser::ruleIndex(std::string_view name, std::size_t at)
{
    const auto [it, added] = m_indices.emplace(std::string(name), std::uint32_t(m_set.rules.size()));
    if (added) {
        m_set.rules.push_back({ .name = std::string(name) });
        m_uses.push_back({ at, false });
    }
    return it->second;
}

std::string_view Parser::readName()
{
    const std::size_t begin = m_at;
    while (isNameChar(peek()))
        ++m_at;
    return m_text.substr(begin, m_at - begin);
}

base::Result<RuleSet> Parser::parse()
{
    if (m_text.size() > kMaxBytes)
        return error(0, "the text has " + base::formatBytes(m_text.size()) + "; at most " + base::formatBytes(kMaxBytes) + " are read");
    if (m_text.starts_with("%llguidance"))
        return base::Error { base::ErrorCode::unsupported, "Grammars for llguidance are not supported; GBNF is.", "grammar", {} };
    skipSpace(true);
    while (!atEnd()) {
        CUTAWAY_TRY_STATUS(parseRule());
        skipSpace(true);
    }
    if (m_set.rules.empty())
        return error(m_at, "the grammar has no rules");
    if (m_set.rules.size() > kMaxRules)
        return error(m_at, "there are " + std::to_string(m_set.rules.size()) + " rules; at most " + std::to_string(kMaxRules) + " are read");
    for (std::size_t i = 0; i < m_uses.size(); ++i) {
        if (!m_uses[i].defined)
            return error(m_uses[i].at, "the rule " + base::quoted(m_set.rules[i].name) + " is not defined");
    }
    const auto root = m_indices.find("root");
    if (root == m_indices.end())
        return error(m_at, "there is no rule 'root' to start from");
    m_set.root = root->second;
    m_set.text = m_text;
    return std::move(m_set);
}

base::Status Parser::parseRule()
{
    const std::size_t at = m_at;
    const std::string_view name = readName();
    if (name.empty())
        return error(at, "expected the name of a rule: letters, digits and '-'");
    skipSpace(false);
    if (!take("::="))
        return error(m_at, "expected '::=' after the name " + base::quoted(name));
    skipSpace(true);
    const std::uint32_t index = ruleIndex(name, at);
    CUTAWAY_TRY(m_set.rules[index].body, parseAlternatives(0));
    m_set.rules[index].at = std::uint32_t(at);
    m_uses[index].defined = true;
    if (!atEnd() && peek() != '\n' && peek() != '\r')
        return error(m_at, "expected the end of the line, not " + here());
    return base::ok();
}

base::Result<Expression> Parser::parseAlternatives(int depth)
{
    Expression all { .kind = Expression::Kind::alternatives };
    do {
        skipSpace(!all.children.empty() || depth > 0);
        CUTAWAY_TRY(Expression one, parseSequence(depth));
        all.children.push_back(std::move(one));
    } while (take("|"));
    return all;
}

base::Result<Expression> Parser::parseSequence(int depth)
{
    Expression sequence { .kind = Expression::Kind::sequence };
    for (;;) {
        const std::size_t at = m_at;
        if (peek() == '*' || peek() == '+' || peek() == '?' || peek() == '{')
            return error(at, "there is nothing before it to repeat");
        CUTAWAY_TRY(auto item, parseItem(depth));
        if (!item)
            return sequence;
        skipSpace(depth > 0);
        bool more = true;
        for (int repeats = 0; more; ++repeats) {
            CUTAWAY_TRY(more, parseRepeat(*item));
            if (more && repeats == kMaxStackedRepeats)
                return error(at, "more than " + std::to_string(kMaxStackedRepeats) + " repetitions of one thing");
            if (more)
                skipSpace(depth > 0);
        }
        sequence.children.push_back(std::move(*item));
    }
}

base::Result<std::optional<Expression>> Parser::parseItem(int depth)
{
    const auto some = [](base::Result<Expression> item) {
        return item ? base::Result<std::optional<Expression>>(std::optional(std::move(item).value())) : std::move(item).error();
    };
    const char c = peek();
    if (c == '"')
        return some(parseText());
    if (c == '[')
        return some(parseSet());
    if (c == '(')
        return some(parseGroup(depth + 1));
    if (c == '<' || c == '!')
        return some(parseToken());
    if (c == '.' && take("."))
        return some(Expression { .kind = Expression::Kind::set, .negated = true });
    if (isNameChar(c)) {
        const std::size_t at = m_at;
        const std::string_view name = readName();
        return some(Expression { .kind = Expression::Kind::rule, .index = ruleIndex(name, at) });
    }
    return std::optional<Expression>();
}

base::Result<Expression> Parser::parseGroup(int depth)
{
    const std::size_t at = m_at++;
    if (depth > kMaxDepth)
        return error(at, "groups are nested deeper than " + std::to_string(kMaxDepth));
    CUTAWAY_TRY(Expression inner, parseAlternatives(depth));
    if (atEnd())
        return error(at, "the group has no closing ')'");
    if (!take(")"))
        return error(m_at, "expected ')' or more of the group, not " + here());
    return inner;
}

base::Result<Expression> Parser::parseText()
{
    const std::size_t at = m_at++;
    Expression text { .kind = Expression::Kind::text };
    while (!take("\"")) {
        if (atEnd())
            return error(at, "the text has no closing '\"'");
        const std::size_t charAt = m_at;
        CUTAWAY_TRY(const char32_t c, parseChar());
        if (c == 0 || c > 0x10FFFF)
            return error(charAt, "a text cannot hold this code point");
        base::appendUtf8(text.text, c);
    }
    return text;
}

base::Result<Expression> Parser::parseSet()
{
    const std::size_t at = m_at++;
    Expression set { .kind = Expression::Kind::set, .negated = take("^") };
    while (!take("]")) {
        if (atEnd())
            return error(at, "the set has no closing ']'");
        CUTAWAY_TRY(const char32_t first, parseChar());
        char32_t last = first;
        if (peek() == '-' && peek(1) != ']') {
            ++m_at;
            if (atEnd())
                return error(at, "the set has no closing ']'");
            CUTAWAY_TRY(last, parseChar());
        }
        if (last < first)
            return error(m_at, "the range of the set ends before it begins");
        set.ranges.push_back({ first, last });
    }
    return set;
}

base::Result<Expression> Parser::parseToken()
{
    const std::size_t at = m_at;
    Expression token { .kind = Expression::Kind::token, .negated = take("!"), .at = std::uint32_t(at) };
    if (!take("<"))
        return error(m_at, "expected '<' and a token after '!'");
    if (take("["))
        return parseNumberedToken(std::move(token));
    const std::size_t end = m_text.find('>', m_at);
    if (end == m_text.npos || end == m_at)
        return error(at, "expected the text of a token and '>'");
    token.text = m_text.substr(m_at - 1, end - m_at + 2);
    m_at = end + 1;
    return token;
}

base::Result<Expression> Parser::parseNumberedToken(Expression token)
{
    const std::size_t at = m_at;
    constexpr std::uint64_t kMaxId = 0x7FFFFFFF;
    std::uint64_t id = 0;
    while (isDigit(peek()) && id <= kMaxId)
        id = id * 10 + std::uint64_t(m_text[m_at++] - '0');
    if (m_at == at || id > kMaxId || !take("]>"))
        return error(at, "expected the number of a token and ']>'");
    token.index = std::uint32_t(id);
    return token;
}

base::Result<char32_t> Parser::parseHex(std::size_t digits)
{
    char32_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        const int digit = hexValue(peek());
        if (digit < 0)
            return error(m_at, "expected " + std::to_string(digits) + " hexadecimal digits");
        value = value << 4 | char32_t(digit);
        ++m_at;
    }
    return value;
}

base::Result<char32_t> Parser::parseChar()
{
    if (peek() != '\\') {
        const base::Utf8Char c = base::decodeUtf8(m_text, m_at);
        if (!c.valid)
            return error(m_at, "this is no UTF-8");
        m_at += c.length;
        return c.codePoint;
    }
    const std::size_t at = m_at++;
    const char kind = peek();
    m_at += atEnd() ? 0 : 1;
    switch (kind) {
    case 'x': return parseHex(2);
    case 'u': return parseHex(4);
    case 'U': return parseHex(8);
    case 't': return U'\t';
    case 'r': return U'\r';
    case 'n': return U'\n';
    case '\\':
    case '"':
    case '[':
    case ']': return char32_t(kind);
    default: return error(at, "there is no escape " + base::quoted(m_text.substr(at, 2)));
    }
}

base::Result<bool> Parser::parseRepeat(Expression& item)
{
    std::uint32_t minimum = 0, maximum = kUnbounded;
    if (take("+")) {
        minimum = 1;
    } else if (take("?")) {
        maximum = 1;
    } else if (!take("*")) {
        if (peek() != '{')
            return false;
        CUTAWAY_TRY([[maybe_unused]] const bool read, parseCounts(minimum, maximum));
    }
    Expression repeat { .kind = Expression::Kind::repeat, .minimum = minimum, .maximum = maximum };
    repeat.children.push_back(std::move(item));
    item = std::move(repeat);
    return true;
}

base::Result<bool> Parser::parseCounts(std::uint32_t& minimum, std::uint32_t& maximum)
{
    const std::size_t at = m_at++;
    skipSpace(false);
    CUTAWAY_TRY(minimum, parseCount());
    maximum = minimum;
    skipSpace(false);
    if (take(",")) {
        maximum = kUnbounded;
        skipSpace(false);
        if (isDigit(peek())) {
            CUTAWAY_TRY(maximum, parseCount());
            skipSpace(false);
        }
    }
    if (!take("}"))
        return error(m_at, "expected '}' for the repetition");
    if (minimum > kMaxRepeat)
        return error(at, "a repetition of at least " + std::to_string(minimum) + " is more than " + std::to_string(kMaxRepeat));
    if (maximum < minimum)
        return error(at, "the repetition ends at " + std::to_string(maximum) + ", below its beginning of " + std::to_string(minimum));
    maximum = maximum > kMaxRepeat ? kUnbounded : maximum;
    return true;
}

base::Result<std::uint32_t> Parser::parseCount()
{
    if (!isDigit(peek()))
        return error(m_at, "expected a number");
    std::uint32_t value = 0;
    for (; isDigit(peek()); ++m_at)
        value = std::min<std::uint32_t>(value * 10 + std::uint32_t(peek() - '0'), 1'000'000);
    return value;
}

} // namespace

base::Result<RuleSet> parseGbnf(std::string_view text) { return Parser(text).parse(); }

} // namespace cutaway::grammar
