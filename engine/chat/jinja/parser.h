#pragma once
#include "engine/chat/jinja/ast.h"
#include "engine/chat/jinja/lexer.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <span>

namespace cutaway::chat::jinja {

/// Recursive descent over the tokens of a template. Throws Failure (syntax or limit) with the place in Parser::position().
class Parser {
public:
    Parser(std::vector<Token> tokens, const Limits& limits) : m_tokens(std::move(tokens)), m_limits(limits) {}
    Body parse();
    Position position() const { return current().at; }

private:
    struct StatementRow;
    static std::span<const StatementRow> statementTable();

    // parser_statements.cpp
    Body parseBody(std::initializer_list<std::string_view> ends);
    void parseStatement(Body& body);
    void parseIf(Body& body);
    void parseFor(Body& body);
    void parseSet(Body& body);
    void parseMacro(Body& body);
    void parseCallBlock(Body& body);
    void parseFilterBlock(Body& body);
    void parseWith(Body& body);
    void parseGeneration(Body& body);
    void parseBreak(Body& body);
    void parseContinue(Body& body);
    void parseSignature(Macro& macro);
    void parseMacroBody(Macro& macro, std::string_view end);
    Target parseTarget(bool withAttribute);
    void endBlock(std::string_view name);

    // parser.cpp
    /// One expression, or several with commas between: a tuple.
    ExpressionPtr parseTuple(bool withConditional);
    ExpressionPtr parseExpression();
    ExpressionPtr parseOr();
    ExpressionPtr parseAnd();
    ExpressionPtr parseNot();
    ExpressionPtr parseComparison();
    ExpressionPtr parseSum();
    ExpressionPtr parseConcatenation();
    ExpressionPtr parseProduct();
    ExpressionPtr parsePower();
    ExpressionPtr parseUnary(bool withFilters);
    ExpressionPtr parsePostfix(ExpressionPtr expression);
    ExpressionPtr parseFilters(ExpressionPtr input);
    ExpressionPtr parsePrimary();
    ExpressionPtr parseName();
    ExpressionPtr parseParenthesis();
    ExpressionPtr parseList();
    ExpressionPtr parseDict();
    ExpressionPtr parseSubscript(ExpressionPtr object);
    ExpressionPtr parseFilter(ExpressionPtr input);
    ExpressionPtr parseTest(ExpressionPtr input);
    ArgumentList parseArguments();
    std::optional<ComparisonOperator> takeComparison();

    /// The node as an expression one higher than its highest child.
    template <class Node> ExpressionPtr make(Position at, Node node, int childHeight = 0) const;
    static int heightOf(const ExpressionPtr& expression) { return expression ? expression->height : 0; }
    static int heightOf(const std::vector<ExpressionPtr>& expressions);
    static int heightOf(const ArgumentList& arguments);

    const Token& current() const { return m_tokens[m_next]; }
    const Token& ahead(std::size_t count = 1) const { return m_tokens[std::min(m_next + count, m_tokens.size() - 1)]; }
    bool at(Token::Kind kind) const { return current().kind == kind; }
    bool atName(std::string_view name) const { return at(Token::Kind::name) && current().text == name; }
    bool take(Token::Kind kind);
    bool takeName(std::string_view name);
    void expect(Token::Kind kind, const char* what);
    std::string expectName(const char* what);
    [[noreturn]] void fail(const std::string& message) const;

    std::vector<Token> m_tokens;
    Limits m_limits;
    std::size_t m_next = 0;
    int m_nesting = 0;
    int m_loops = 0;                   ///< for statements around the current place in this macro
    std::set<std::string> m_mentioned; ///< names read since the innermost macro began
};

template <class Node> ExpressionPtr Parser::make(Position at, Node node, int childHeight) const
{
    if (childHeight >= m_limits.height)
        failLimit("an expression has more than " + std::to_string(m_limits.height) + " operators on top of each other");
    auto expression = std::make_unique<Expression>();
    expression->at = at;
    expression->height = childHeight + 1;
    expression->node = std::move(node);
    return expression;
}

} // namespace cutaway::chat::jinja
