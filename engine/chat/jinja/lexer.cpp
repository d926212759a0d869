#include "engine/chat/jinja/lexer.h"

#include "engine/base/text.h"
#include "engine/chat/jinja/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cutaway::chat::jinja {
namespace {

struct OperatorRow {
    std::string_view spelling;
    Token::Kind kind;
};
/// Longer spellings stand before their beginnings.
constexpr std::array kOperators {
    OperatorRow { "==", Token::Kind::equal },
    OperatorRow { "!=", Token::Kind::notEqual },
    OperatorRow { "<=", Token::Kind::lessEqual },
    OperatorRow { ">=", Token::Kind::greaterEqual },
    OperatorRow { "**", Token::Kind::power },
    OperatorRow { "//", Token::Kind::floorDivide },
    OperatorRow { "<", Token::Kind::less },
    OperatorRow { ">", Token::Kind::greater },
    OperatorRow { "=", Token::Kind::assign },
    OperatorRow { "+", Token::Kind::plus },
    OperatorRow { "-", Token::Kind::minus },
    OperatorRow { "*", Token::Kind::times },
    OperatorRow { "/", Token::Kind::divide },
    OperatorRow { "%", Token::Kind::modulo },
    OperatorRow { "~", Token::Kind::tilde },
    OperatorRow { "|", Token::Kind::pipe },
    OperatorRow { ".", Token::Kind::dot },
    OperatorRow { ",", Token::Kind::comma },
    OperatorRow { ":", Token::Kind::colon },
    OperatorRow { "(", Token::Kind::leftParen },
    OperatorRow { ")", Token::Kind::rightParen },
    OperatorRow { "[", Token::Kind::leftBracket },
    OperatorRow { "]", Token::Kind::rightBracket },
    OperatorRow { "{", Token::Kind::leftBrace },
    OperatorRow { "}", Token::Kind::rightBrace },
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string withUnixLineEnds(std::string_view source)
{
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n')
            continue;
        out += source[i] == '\r' ? '\n' : source[i];
    }
    if (!out.empty() && out.back() == '\n')
        out.pop_back();
    return out;
}

} // namespace

Lexer::Lexer(std::string_view source) : m_text(withUnixLineEnds(source)), m_source(m_text) {}

std::vector<Token> Lexer::run()
{
    while (m_offset < m_source.size())
        lexText();
    emit(Token::Kind::end, m_at);
    return std::move(m_tokens);
}

void Lexer::lexText()
{
    std::size_t end = m_source.find('{', m_offset);
    while (
        end != m_source.npos && (end + 1 >= m_source.size() || std::string_view("{%#").find(m_source[end + 1]) == std::string_view::npos))
        end = m_source.find('{', end + 1);
    const std::string_view text = m_source.substr(m_offset, end - m_offset);
    const Position at = m_at;
    advance(text.size());
    if (end == m_source.npos) {
        emitText(text, Sign::plus, Tag::variable, at);
        return;
    }
    const Tag tag = peek(1) == '{' ? Tag::variable : peek(1) == '%' ? Tag::block : Tag::comment;
    const Position tagAt = m_at;
    advance(2);
    emitText(text, takeSign(), tag, at);
    if (tag == Tag::comment) {
        skipComment();
        return;
    }
    skipBlanks();
    if (tag == Tag::block && startsWith("raw") && (isBlank(peek(3)) || peek(3) == '%' || peek(3) == '-')) {
        lexRaw();
        return;
    }
    emit(tag == Tag::variable ? Token::Kind::variableBegin : Token::Kind::blockBegin, tagAt);
    lexTag(tag);
}

Lexer::Sign Lexer::takeSign()
{
    const char sign = peek();
    if (sign != '-' && sign != '+')
        return Sign::none;
    advance(1);
    return sign == '-' ? Sign::minus : Sign::plus;
}

void Lexer::emitText(std::string_view text, Sign sign, Tag next, Position at)
{
    if (sign == Sign::minus) {
        text = stripped(text, Side::right);
    } else if (sign == Sign::none && next != Tag::variable) {
        const std::size_t newline = text.rfind('\n');
        const std::size_t lineStart = newline == text.npos ? 0 : newline + 1;
        if ((lineStart > 0 || m_lineStarting) && stripped(text.substr(lineStart), Side::left).empty())
            text = text.substr(0, lineStart);
    }
    if (!text.empty())
        emit(Token::Kind::text, at).text = text;
}

void Lexer::finishTag(Sign sign, bool trims)
{
    const std::size_t start = m_offset;
    if (sign == Sign::minus) {
        const std::string_view rest = m_source.substr(m_offset);
        advance(rest.size() - stripped(rest, Side::left).size());
    } else if (sign == Sign::none && trims && peek() == '\n') {
        advance(1);
    }
    m_lineStarting = m_offset > start && m_source[m_offset - 1] == '\n';
}

void Lexer::skipComment()
{
    const std::size_t end = m_source.find("#}", m_offset);
    if (end == m_source.npos)
        fail("a comment is not closed");
    const char last = end > m_offset ? m_source[end - 1] : '\0';
    advance(end + 2 - m_offset);
    finishTag(last == '-' ? Sign::minus : last == '+' ? Sign::plus : Sign::none, true);
}

void Lexer::lexRaw()
{
    advance(3);
    skipBlanks();
    const Sign opening = takeSign();
    if (!startsWith("%}"))
        fail("'raw' takes no arguments");
    advance(2);
    finishTag(opening, false);
    const Position at = m_at;
    for (std::size_t open = m_source.find("{%", m_offset); open != m_source.npos; open = m_source.find("{%", open + 2)) {
        std::size_t name = open + 2;
        const char mark = name < m_source.size() ? m_source[name] : '\0';
        const Sign sign = mark == '-' ? Sign::minus : mark == '+' ? Sign::plus : Sign::none;
        name = std::min(m_source.find_first_not_of(" \t\n\r\f\v", name + (sign != Sign::none)), m_source.size());
        if (m_source.substr(name, 6) != "endraw")
            continue;
        const std::string_view text = m_source.substr(m_offset, open - m_offset);
        advance(name + 6 - m_offset);
        skipBlanks();
        const Sign closing = takeSign();
        if (!startsWith("%}"))
            fail("'endraw' takes no arguments");
        advance(2);
        emitText(text, sign, Tag::block, at);
        finishTag(closing, true);
        return;
    }
    fail("'raw' is not closed by 'endraw'");
}

void Lexer::lexTag(Tag tag)
{
    for (;;) {
        skipBlanks();
        if (m_offset >= m_source.size())
            fail("a tag is not closed");
        if (m_brackets.empty() && lexTagEnd(tag))
            return;
        lexToken();
    }
}

bool Lexer::lexTagEnd(Tag tag)
{
    const std::string_view end = tag == Tag::variable ? "}}" : "%}";
    const Position at = m_at;
    const bool minus = peek() == '-' && m_source.substr(m_offset + 1, 2) == end;
    const bool plus = tag == Tag::block && peek() == '+' && m_source.substr(m_offset + 1, 2) == end;
    if (!minus && !plus && !startsWith(end))
        return false;
    advance(2 + (minus || plus));
    emit(tag == Tag::variable ? Token::Kind::variableEnd : Token::Kind::blockEnd, at);
    finishTag(minus ? Sign::minus : plus ? Sign::plus : Sign::none, tag == Tag::block);
    return true;
}

void Lexer::lexToken()
{
    const char c = peek();
    if (isDigit(c))
        lexNumber();
    else if (isNameStart(c))
        lexName();
    else if (c == '\'' || c == '"')
        lexString(c);
    else
        lexOperator();
}

void Lexer::lexName()
{
    const Position at = m_at;
    const std::size_t start = m_offset;
    while (m_offset < m_source.size() && (isNameStart(peek()) || isDigit(peek())))
        advance(codePointBytes(m_source, m_offset));
    emit(Token::Kind::name, at).text = m_source.substr(start, m_offset - start);
}

void Lexer::lexNumber()
{
    const Position at = m_at;
    std::string digits;
    bool isReal = false;
    const auto takeDigits = [&] {
        for (; isDigit(peek()) || (peek() == '_' && isDigit(peek(1))); advance(1)) {
            if (peek() != '_')
                digits += peek();
        }
    };
    takeDigits();
    if (peek() == '.' && isDigit(peek(1))) {
        isReal = true;
        digits += '.';
        advance(1);
        takeDigits();
    }
    const std::size_t signs = peek(1) == '+' || peek(1) == '-';
    if ((peek() == 'e' || peek() == 'E') && isDigit(peek(1 + signs))) {
        isReal = true;
        digits += m_source.substr(m_offset, 1 + signs);
        advance(1 + signs);
        takeDigits();
    }
    Token& token = emit(isReal ? Token::Kind::real : Token::Kind::integer, at);
    const char* end = digits.data() + digits.size();
    const auto parsed = isReal ? std::from_chars(digits.data(), end, token.real) : std::from_chars(digits.data(), end, token.integer);
    if (parsed.ec != std::errc {})
        fail("the number " + base::quoted(digits) + " is too large");
}

void Lexer::lexString(char quote)
{
    const Position at = m_at;
    std::string text;
    advance(1);
    while (peek() != quote || m_offset >= m_source.size()) {
        if (m_offset >= m_source.size())
            fail("a string is not closed");
        if (peek() == '\\' && m_offset + 1 < m_source.size()) {
            const std::size_t start = m_offset;
            const std::uint32_t codePoint = lexEscape();
            if (m_offset == start) { // not an escape: the backslash stays
                text += '\\';
                advance(1);
            } else if (codePoint != 0 || m_source[start + 1] != '\n') {
                appendUtf8(text, codePoint);
            }
            continue;
        }
        text += peek();
        advance(1);
    }
    advance(1);
    emit(Token::Kind::string, at).text = std::move(text);
}

/// Steps over the escape and gives its code point; an unknown one is left where it is. A backslash before a line end stands for nothing.
std::uint32_t Lexer::lexEscape()
{
    static constexpr std::string_view kLetters = "abfnrtv\\'\"\n";
    static constexpr std::string_view kMeanings("\a\b\f\n\r\t\v\\'\"\0", 11);
    const char c = peek(1);
    if (const auto known = kLetters.find(c); known != kLetters.npos) {
        advance(2);
        return std::uint32_t(kMeanings[known]);
    }
    const bool octal = c >= '0' && c <= '7';
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    const std::string_view text = octal ? m_source.substr(m_offset + 1, std::min<std::size_t>(3, m_source.size() - m_offset - 1))
                                        : m_source.substr(std::min(m_offset + 2, m_source.size()), digits);
    std::uint32_t codePoint = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), codePoint, octal ? 8 : 16);
    const auto read = std::size_t(end - text.data());
    if (octal)
        advance(1 + read);
    else if (digits > 0 && error == std::errc {} && read == digits)
        advance(2 + digits);
    else if (digits > 0)
        fail("a string has a damaged escape");
    return codePoint;
}

void Lexer::lexOperator()
{
    const auto it = std::ranges::find_if(kOperators, [this](const OperatorRow& row) { return startsWith(row.spelling); });
    if (it == kOperators.end())
        fail("unexpected character " + base::quoted(m_source.substr(m_offset, codePointBytes(m_source, m_offset))));
    const char c = peek();
    if (c == '(' || c == '[' || c == '{') {
        m_brackets.push_back(c == '(' ? ')' : c == '[' ? ']' : '}');
    } else if (c == ')' || c == ']' || c == '}') {
        if (m_brackets.empty() || m_brackets.back() != c)
            fail(std::string("unexpected '") + c + "'");
        m_brackets.pop_back();
    }
    emit(it->kind, m_at);
    advance(it->spelling.size());
}

Token& Lexer::emit(Token::Kind kind, Position at)
{
    Token& token = m_tokens.emplace_back();
    token.kind = kind;
    token.at = at;
    return token;
}

void Lexer::advance(std::size_t bytes)
{
    for (const char c : m_source.substr(m_offset, bytes)) {
        if (c == '\n')
            m_at = { m_at.line + 1, 1 };
        else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
            ++m_at.column;
    }
    m_offset = std::min(m_offset + bytes, m_source.size());
}

void Lexer::skipBlanks()
{
    while (m_offset < m_source.size() && isBlank(peek()))
        advance(1);
}

void Lexer::fail(const std::string& message) const { throw Failure(Failure::Kind::syntax, message); }

} // namespace cutaway::chat::jinja
