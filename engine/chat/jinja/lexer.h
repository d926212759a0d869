#pragma once
#include "engine/chat/jinja/failure.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::chat::jinja {

struct Token {
    enum class Kind {
        text, ///< what stands outside of tags, after whitespace control
        variableBegin,
        variableEnd,
        blockBegin,
        blockEnd,
        name,
        string,
        integer,
        real,
        equal,
        notEqual,
        lessEqual,
        greaterEqual,
        less,
        greater,
        assign,
        plus,
        minus,
        power,
        times,
        floorDivide,
        divide,
        modulo,
        tilde,
        pipe,
        dot,
        comma,
        colon,
        leftParen,
        rightParen,
        leftBracket,
        rightBracket,
        leftBrace,
        rightBrace,
        end,
    };
    Kind kind = Kind::end;
    Position at;
    std::string text; ///< of text, name and string
    std::int64_t integer = 0;
    double real = 0;
};

/// Cuts a template into tokens as the reference environment does with trim_blocks and lstrip_blocks on and keep_trailing_newline off.
/// Throws Failure (syntax) with the place in Lexer::position().
class Lexer {
public:
    explicit Lexer(std::string_view source);
    std::vector<Token> run();
    /// Where the lexer stands: after a Failure, where it failed.
    Position position() const { return m_at; }

private:
    enum class Tag { variable, block, comment };
    enum class Sign { none, minus, plus };

    void lexText();
    void lexTag(Tag tag);
    void lexRaw();
    void skipComment();
    bool lexTagEnd(Tag tag);
    void lexToken();
    void lexString(char quote);
    std::uint32_t lexEscape();
    void lexNumber();
    void lexName();
    void lexOperator();
    Token& emit(Token::Kind kind, Position at);
    void emitText(std::string_view text, Sign sign, Tag next, Position at);
    /// Steps over whitespace control after a tag: all whitespace after a minus, else one newline where `trims`.
    void finishTag(Sign sign, bool trims);
    /// The sign after an opening delimiter, stepped over.
    Sign takeSign();
    bool startsWith(std::string_view text) const { return m_source.substr(m_offset, text.size()) == text; }
    char peek(std::size_t ahead = 0) const { return m_offset + ahead < m_source.size() ? m_source[m_offset + ahead] : '\0'; }
    void advance(std::size_t bytes);
    void skipBlanks();
    [[noreturn]] void fail(const std::string& message) const;

    std::string m_text; ///< the source with \n line ends
    std::string_view m_source;
    std::size_t m_offset = 0;
    Position m_at;
    bool m_lineStarting = true;   ///< the text that comes begins a line
    std::vector<char> m_brackets; ///< open ones inside the current tag
    std::vector<Token> m_tokens;
};

} // namespace cutaway::chat::jinja
