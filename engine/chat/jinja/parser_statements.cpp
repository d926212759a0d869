#include "engine/chat/jinja/parser.h"

#include "engine/base/text.h"

#include <array>

namespace cutaway::chat::jinja {

struct Parser::StatementRow {
    std::string_view name;
    void (Parser::*parse)(Body&);
};

std::span<const Parser::StatementRow> Parser::statementTable()
{
    static constexpr std::array kTable {
        StatementRow { "if", &Parser::parseIf },
        StatementRow { "for", &Parser::parseFor },
        StatementRow { "set", &Parser::parseSet },
        StatementRow { "macro", &Parser::parseMacro },
        StatementRow { "call", &Parser::parseCallBlock },
        StatementRow { "filter", &Parser::parseFilterBlock },
        StatementRow { "with", &Parser::parseWith },
        StatementRow { "generation", &Parser::parseGeneration },
        StatementRow { "break", &Parser::parseBreak },
        StatementRow { "continue", &Parser::parseContinue },
    };
    return kTable;
}

Body Parser::parse()
{
    Body body = parseBody({});
    if (!at(Token::Kind::end))
        fail("nothing is open that " + base::quoted(current().text) + " could end");
    return body;
}

/// Stops in front of the first of `ends`, inside its tag.
Body Parser::parseBody(std::initializer_list<std::string_view> ends)
{
    const DepthGuard guard(m_nesting, m_limits.nesting, "blocks");
    Body body;
    while (!at(Token::Kind::end)) {
        const Position start = current().at;
        if (at(Token::Kind::text)) {
            body.push_back({ start, TextOutput { m_tokens[m_next++].text } });
        } else if (take(Token::Kind::variableBegin)) {
            body.push_back({ start, Output { parseTuple(true) } });
            expect(Token::Kind::variableEnd, "'}}'");
        } else {
            expect(Token::Kind::blockBegin, "'{%'");
            if (!at(Token::Kind::name))
                fail("a statement name is expected here");
            if (std::ranges::find(ends, current().text) != ends.end() || current().text.starts_with("end"))
                return body;
            if (ends.size() > 0 && (atName("else") || atName("elif")))
                return body;
            parseStatement(body);
        }
    }
    return body;
}

void Parser::parseStatement(Body& body)
{
    const auto table = statementTable();
    const auto row = std::ranges::find(table, current().text, &StatementRow::name);
    if (row == table.end())
        fail("the statement " + base::quoted(current().text) + " is unknown");
    ++m_next;
    (this->*row->parse)(body);
}

void Parser::endBlock(std::string_view name)
{
    if (!takeName(name))
        fail(base::quoted(name) + " is expected here");
    expect(Token::Kind::blockEnd, "'%}'");
}

void Parser::parseIf(Body& body)
{
    const Position start = current().at;
    If statement;
    do {
        ExpressionPtr condition = parseTuple(false);
        expect(Token::Kind::blockEnd, "'%}'");
        Body branch = parseBody({ "elif", "else", "endif" });
        statement.branches.emplace_back(std::move(condition), std::move(branch));
    } while (takeName("elif"));
    if (takeName("else")) {
        expect(Token::Kind::blockEnd, "'%}'");
        statement.otherwise = parseBody({ "endif" });
    }
    endBlock("endif");
    body.push_back({ start, std::move(statement) });
}

void Parser::parseFor(Body& body)
{
    const Position start = current().at;
    For statement;
    statement.target = parseTarget(false);
    if (!takeName("in"))
        fail("'in' is expected here");
    statement.iterable = parseTuple(false);
    if (takeName("if"))
        statement.filter = parseExpression();
    if (atName("recursive"))
        fail("recursive loops are not supported");
    expect(Token::Kind::blockEnd, "'%}'");
    ++m_loops;
    statement.body = parseBody({ "else", "endfor" });
    --m_loops;
    if (takeName("else")) {
        expect(Token::Kind::blockEnd, "'%}'");
        statement.otherwise = parseBody({ "endfor" });
    }
    endBlock("endfor");
    body.push_back({ start, std::move(statement) });
}

void Parser::parseSet(Body& body)
{
    const Position start = current().at;
    Target target = parseTarget(true);
    if (take(Token::Kind::assign)) {
        body.push_back({ start, Set { std::move(target), parseTuple(true) } });
        expect(Token::Kind::blockEnd, "'%}'");
        return;
    }
    SetBlock block { std::move(target), nullptr, {} };
    while (at(Token::Kind::pipe))
        block.filters = parseFilter(std::move(block.filters));
    expect(Token::Kind::blockEnd, "'%}'");
    block.body = parseBody({ "endset" });
    endBlock("endset");
    body.push_back({ start, std::move(block) });
}

Target Parser::parseTarget(bool withAttribute)
{
    Target target;
    if (take(Token::Kind::leftParen)) {
        target = parseTarget(false);
        expect(Token::Kind::rightParen, "')'");
        return target;
    }
    target.names.push_back(expectName("a name to assign to"));
    if (withAttribute && take(Token::Kind::dot)) {
        target.attribute = expectName("an attribute name");
        m_mentioned.insert(target.names.front());
        return target;
    }
    while (take(Token::Kind::comma)) {
        target.unpacks = true;
        if (!at(Token::Kind::name) || atName("in"))
            break;
        target.names.push_back(expectName("a name to assign to"));
    }
    return target;
}

void Parser::parseSignature(Macro& macro)
{
    expect(Token::Kind::leftParen, "'('");
    while (!take(Token::Kind::rightParen)) {
        if (!macro.parameters.empty())
            expect(Token::Kind::comma, "','");
        if (take(Token::Kind::rightParen))
            break;
        std::string name = expectName("a parameter name");
        ExpressionPtr otherwise = take(Token::Kind::assign) ? parseExpression() : nullptr;
        if (!otherwise && !macro.parameters.empty() && macro.parameters.back().second)
            fail("a parameter without a default follows one with a default");
        macro.parameters.emplace_back(std::move(name), std::move(otherwise));
    }
}

void Parser::parseMacroBody(Macro& macro, std::string_view end)
{
    expect(Token::Kind::blockEnd, "'%}'");
    std::set<std::string> outside = std::exchange(m_mentioned, {});
    const int loops = std::exchange(m_loops, 0);
    macro.body = parseBody({ end });
    m_loops = loops;
    macro.takesMore = m_mentioned.contains("varargs");
    macro.takesMoreNamed = m_mentioned.contains("kwargs");
    m_mentioned.merge(outside);
    endBlock(end);
}

void Parser::parseMacro(Body& body)
{
    const Position start = current().at;
    Macro macro;
    macro.name = expectName("a macro name");
    parseSignature(macro);
    parseMacroBody(macro, "endmacro");
    body.push_back({ start, std::move(macro) });
}

void Parser::parseCallBlock(Body& body)
{
    const Position start = current().at;
    CallBlock block;
    block.caller.name = "caller";
    if (at(Token::Kind::leftParen))
        parseSignature(block.caller);
    block.call = parseExpression();
    if (!std::holds_alternative<CallExpression>(block.call->node))
        fail("a call is expected here");
    parseMacroBody(block.caller, "endcall");
    body.push_back({ start, std::move(block) });
}

void Parser::parseFilterBlock(Body& body)
{
    const Position start = current().at;
    FilterBlock block;
    do
        block.filters = parseFilter(std::move(block.filters));
    while (at(Token::Kind::pipe));
    expect(Token::Kind::blockEnd, "'%}'");
    block.body = parseBody({ "endfilter" });
    endBlock("endfilter");
    body.push_back({ start, std::move(block) });
}

void Parser::parseWith(Body& body)
{
    const Position start = current().at;
    With block;
    while (!at(Token::Kind::blockEnd)) {
        if (!block.assignments.empty())
            expect(Token::Kind::comma, "','");
        Target target { { expectName("a name to assign to") }, false, {} };
        expect(Token::Kind::assign, "'='");
        block.assignments.emplace_back(std::move(target), parseExpression());
    }
    expect(Token::Kind::blockEnd, "'%}'");
    block.body = parseBody({ "endwith" });
    endBlock("endwith");
    body.push_back({ start, std::move(block) });
}

/// The marks around what a model wrote, for training: the body is rendered as if they were not there.
void Parser::parseGeneration(Body& body)
{
    expect(Token::Kind::blockEnd, "'%}'");
    Body inner = parseBody({ "endgeneration" });
    endBlock("endgeneration");
    std::move(inner.begin(), inner.end(), std::back_inserter(body));
}

void Parser::parseBreak(Body& body)
{
    if (m_loops == 0)
        fail("'break' stands outside of a loop");
    body.push_back({ current().at, Break {} });
    expect(Token::Kind::blockEnd, "'%}'");
}

void Parser::parseContinue(Body& body)
{
    if (m_loops == 0)
        fail("'continue' stands outside of a loop");
    body.push_back({ current().at, Continue {} });
    expect(Token::Kind::blockEnd, "'%}'");
}

} // namespace cutaway::chat::jinja
