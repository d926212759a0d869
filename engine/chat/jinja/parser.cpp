#include "engine/chat/jinja/parser.h"

#include "engine/base/text.h"

#include <array>

namespace cutaway::chat::jinja {
namespace {

constexpr std::array kProducts {
    std::pair { Token::Kind::times, BinaryOperator::multiply },
    std::pair { Token::Kind::divide, BinaryOperator::divide },
    std::pair { Token::Kind::floorDivide, BinaryOperator::floorDivide },
    std::pair { Token::Kind::modulo, BinaryOperator::modulo },
};
constexpr std::array kSums {
    std::pair { Token::Kind::plus, BinaryOperator::add },
    std::pair { Token::Kind::minus, BinaryOperator::subtract },
};
constexpr std::array kComparisons {
    std::pair { Token::Kind::equal, ComparisonOperator::equal },
    std::pair { Token::Kind::notEqual, ComparisonOperator::notEqual },
    std::pair { Token::Kind::less, ComparisonOperator::less },
    std::pair { Token::Kind::lessEqual, ComparisonOperator::lessEqual },
    std::pair { Token::Kind::greater, ComparisonOperator::greater },
    std::pair { Token::Kind::greaterEqual, ComparisonOperator::greaterEqual },
};

template <class Table> auto rowOf(const Table& table, Token::Kind kind)
{
    const auto it = std::ranges::find(table, kind, &Table::value_type::first);
    return it == table.end() ? nullptr : &*it;
}

} // namespace

ExpressionPtr Parser::parseTuple(bool withConditional)
{
    const Position start = current().at;
    const auto parseItem = [&] { return withConditional ? parseExpression() : parseOr(); };
    ExpressionPtr first = parseItem();
    if (!at(Token::Kind::comma))
        return first;
    RowLiteral tuple { Sequence::Kind::tuple, {} };
    tuple.items.push_back(std::move(first));
    while (take(Token::Kind::comma)) {
        if (at(Token::Kind::variableEnd) || at(Token::Kind::blockEnd) || at(Token::Kind::rightParen))
            break;
        tuple.items.push_back(parseItem());
    }
    const int height = heightOf(tuple.items);
    return make(start, std::move(tuple), height);
}

ExpressionPtr Parser::parseExpression()
{
    const DepthGuard guard(m_nesting, m_limits.nesting, "expressions");
    const Position start = current().at;
    ExpressionPtr value = parseOr();
    while (takeName("if")) {
        ExpressionPtr condition = parseOr();
        ExpressionPtr otherwise = takeName("else") ? parseExpression() : nullptr;
        const int height = std::max({ heightOf(value), heightOf(condition), heightOf(otherwise) });
        value = make(start, Conditional { std::move(condition), std::move(value), std::move(otherwise) }, height);
    }
    return value;
}

ExpressionPtr Parser::parseOr()
{
    const Position start = current().at;
    ExpressionPtr first = parseAnd();
    if (!atName("or"))
        return first;
    Logical logical { Logical::Kind::any, {} };
    logical.operands.push_back(std::move(first));
    while (takeName("or"))
        logical.operands.push_back(parseAnd());
    const int height = heightOf(logical.operands);
    return make(start, std::move(logical), height);
}

ExpressionPtr Parser::parseAnd()
{
    const Position start = current().at;
    ExpressionPtr first = parseNot();
    if (!atName("and"))
        return first;
    Logical logical { Logical::Kind::all, {} };
    logical.operands.push_back(std::move(first));
    while (takeName("and"))
        logical.operands.push_back(parseNot());
    const int height = heightOf(logical.operands);
    return make(start, std::move(logical), height);
}

ExpressionPtr Parser::parseNot()
{
    const Position start = current().at;
    if (!takeName("not"))
        return parseComparison();
    const DepthGuard guard(m_nesting, m_limits.nesting, "expressions");
    ExpressionPtr operand = parseNot();
    const int height = heightOf(operand);
    return make(start, Negation { std::move(operand) }, height);
}

std::optional<ComparisonOperator> Parser::takeComparison()
{
    if (const auto* row = rowOf(kComparisons, current().kind)) {
        ++m_next;
        return row->second;
    }
    if (takeName("in"))
        return ComparisonOperator::in;
    if (atName("not") && ahead().kind == Token::Kind::name && ahead().text == "in") {
        m_next += 2;
        return ComparisonOperator::notIn;
    }
    return std::nullopt;
}

ExpressionPtr Parser::parseComparison()
{
    const Position start = current().at;
    ExpressionPtr first = parseSum();
    int height = heightOf(first);
    Comparison comparison;
    while (const auto op = takeComparison()) {
        comparison.rest.emplace_back(*op, parseSum());
        height = std::max(height, heightOf(comparison.rest.back().second));
    }
    if (comparison.rest.empty())
        return first;
    comparison.first = std::move(first);
    return make(start, std::move(comparison), height);
}

ExpressionPtr Parser::parseSum()
{
    ExpressionPtr left = parseConcatenation();
    while (const auto* row = rowOf(kSums, current().kind)) {
        const Position at = m_tokens[m_next++].at;
        ExpressionPtr right = parseConcatenation();
        const int height = std::max(heightOf(left), heightOf(right));
        left = make(at, Binary { row->second, std::move(left), std::move(right) }, height);
    }
    return left;
}

ExpressionPtr Parser::parseConcatenation()
{
    const Position start = current().at;
    ExpressionPtr first = parseProduct();
    if (!at(Token::Kind::tilde))
        return first;
    Concatenation concatenation;
    concatenation.operands.push_back(std::move(first));
    while (take(Token::Kind::tilde))
        concatenation.operands.push_back(parseProduct());
    const int height = heightOf(concatenation.operands);
    return make(start, std::move(concatenation), height);
}

ExpressionPtr Parser::parseProduct()
{
    ExpressionPtr left = parsePower();
    while (const auto* row = rowOf(kProducts, current().kind)) {
        const Position at = m_tokens[m_next++].at;
        ExpressionPtr right = parsePower();
        const int height = std::max(heightOf(left), heightOf(right));
        left = make(at, Binary { row->second, std::move(left), std::move(right) }, height);
    }
    return left;
}

ExpressionPtr Parser::parsePower()
{
    ExpressionPtr left = parseUnary(true);
    while (at(Token::Kind::power)) {
        const Position at = m_tokens[m_next++].at;
        ExpressionPtr right = parseUnary(true);
        const int height = std::max(heightOf(left), heightOf(right));
        left = make(at, Binary { BinaryOperator::power, std::move(left), std::move(right) }, height);
    }
    return left;
}

ExpressionPtr Parser::parseUnary(bool withFilters)
{
    const Position start = current().at;
    ExpressionPtr expression;
    if (at(Token::Kind::minus) || at(Token::Kind::plus)) {
        const DepthGuard guard(m_nesting, m_limits.nesting, "expressions");
        const UnaryOperator op = at(Token::Kind::minus) ? UnaryOperator::negate : UnaryOperator::plus;
        ++m_next;
        ExpressionPtr operand = parseUnary(false);
        const int height = heightOf(operand);
        expression = make(start, Unary { op, std::move(operand) }, height);
    } else {
        expression = parsePrimary();
    }
    expression = parsePostfix(std::move(expression));
    return withFilters ? parseFilters(std::move(expression)) : std::move(expression);
}

ExpressionPtr Parser::parsePostfix(ExpressionPtr expression)
{
    for (;;) {
        const Position start = current().at;
        if (at(Token::Kind::dot) || at(Token::Kind::leftBracket)) {
            expression = parseSubscript(std::move(expression));
        } else if (at(Token::Kind::leftParen)) {
            ArgumentList arguments = parseArguments();
            const int height = std::max(heightOf(expression), heightOf(arguments));
            expression = make(start, CallExpression { std::move(expression), std::move(arguments) }, height);
        } else {
            return expression;
        }
    }
}

ExpressionPtr Parser::parseFilters(ExpressionPtr input)
{
    for (;;) {
        const Position start = current().at;
        if (at(Token::Kind::pipe)) {
            input = parseFilter(std::move(input));
        } else if (atName("is")) {
            input = parseTest(std::move(input));
        } else if (at(Token::Kind::leftParen)) {
            ArgumentList arguments = parseArguments();
            const int height = std::max(heightOf(input), heightOf(arguments));
            input = make(start, CallExpression { std::move(input), std::move(arguments) }, height);
        } else {
            return input;
        }
    }
}

ExpressionPtr Parser::parsePrimary()
{
    const Token& token = current();
    if (at(Token::Kind::name))
        return parseName();
    if (at(Token::Kind::string)) {
        std::string text;
        while (at(Token::Kind::string))
            text += m_tokens[m_next++].text;
        return make(token.at, Literal { std::move(text) });
    }
    if (take(Token::Kind::integer))
        return make(token.at, Literal { token.integer });
    if (take(Token::Kind::real))
        return make(token.at, Literal { token.real });
    if (at(Token::Kind::leftParen))
        return parseParenthesis();
    if (at(Token::Kind::leftBracket))
        return parseList();
    if (at(Token::Kind::leftBrace))
        return parseDict();
    fail("an expression is expected here");
}

ExpressionPtr Parser::parseName()
{
    const Token& token = m_tokens[m_next++];
    const std::string& name = token.text;
    if (name == "true" || name == "True")
        return make(token.at, Literal { true });
    if (name == "false" || name == "False")
        return make(token.at, Literal { false });
    if (name == "none" || name == "None")
        return make(token.at, Literal { None {} });
    m_mentioned.insert(name);
    return make(token.at, Name { name });
}

ExpressionPtr Parser::parseParenthesis()
{
    const Position start = current().at;
    expect(Token::Kind::leftParen, "'('");
    if (take(Token::Kind::rightParen))
        return make(start, RowLiteral { Sequence::Kind::tuple, {} });
    ExpressionPtr inner = parseTuple(true);
    expect(Token::Kind::rightParen, "')'");
    return inner;
}

ExpressionPtr Parser::parseList()
{
    const Position start = current().at;
    expect(Token::Kind::leftBracket, "'['");
    RowLiteral list;
    while (!take(Token::Kind::rightBracket)) {
        if (!list.items.empty())
            expect(Token::Kind::comma, "','");
        if (take(Token::Kind::rightBracket))
            break;
        list.items.push_back(parseExpression());
    }
    const int height = heightOf(list.items);
    return make(start, std::move(list), height);
}

ExpressionPtr Parser::parseDict()
{
    const Position start = current().at;
    expect(Token::Kind::leftBrace, "'{'");
    DictLiteral dict;
    int height = 0;
    while (!take(Token::Kind::rightBrace)) {
        if (!dict.entries.empty())
            expect(Token::Kind::comma, "','");
        if (take(Token::Kind::rightBrace))
            break;
        ExpressionPtr key = parseExpression();
        expect(Token::Kind::colon, "':'");
        ExpressionPtr value = parseExpression();
        height = std::max({ height, heightOf(key), heightOf(value) });
        dict.entries.emplace_back(std::move(key), std::move(value));
    }
    return make(start, std::move(dict), height);
}

ExpressionPtr Parser::parseSubscript(ExpressionPtr object)
{
    const Position start = current().at;
    if (take(Token::Kind::dot)) {
        const int height = heightOf(object);
        if (at(Token::Kind::integer)) {
            ExpressionPtr index = make(start, Literal { m_tokens[m_next++].integer });
            return make(start, ItemAccess { std::move(object), std::move(index) }, height);
        }
        return make(start, AttributeAccess { std::move(object), expectName("an attribute name") }, height);
    }
    expect(Token::Kind::leftBracket, "'['");
    std::array<ExpressionPtr, 3> bounds;
    std::size_t colons = 0;
    while (!at(Token::Kind::rightBracket)) {
        if (take(Token::Kind::colon)) {
            if (++colons > 2)
                fail("a slice has at most two colons");
            continue;
        }
        if (bounds[colons])
            fail("']' is expected here");
        bounds[colons] = parseExpression();
    }
    expect(Token::Kind::rightBracket, "']'");
    const int height = std::max({ heightOf(object), heightOf(bounds[0]), heightOf(bounds[1]), heightOf(bounds[2]) });
    if (colons > 0)
        return make(start, SliceAccess { std::move(object), std::move(bounds[0]), std::move(bounds[1]), std::move(bounds[2]) }, height);
    if (!bounds[0])
        fail("an index is expected here");
    return make(start, ItemAccess { std::move(object), std::move(bounds[0]) }, height);
}

ExpressionPtr Parser::parseFilter(ExpressionPtr input)
{
    take(Token::Kind::pipe);
    const Position start = current().at;
    Application filter { Application::Kind::filter, nullptr, expectName("a filter name"), nullptr, {}, false };
    while (take(Token::Kind::dot))
        filter.name += '.' + expectName("a filter name");
    filter.row = findFilter(filter.name);
    if (at(Token::Kind::leftParen))
        filter.arguments = parseArguments();
    const int height = std::max(heightOf(input), heightOf(filter.arguments));
    filter.input = std::move(input);
    return make(start, std::move(filter), height);
}

ExpressionPtr Parser::parseTest(ExpressionPtr input)
{
    const Position start = current().at;
    takeName("is");
    Application test { Application::Kind::test, nullptr, {}, nullptr, {}, takeName("not") };
    test.name = expectName("a test name");
    test.row = findTest(test.name);
    static constexpr std::array<std::string_view, 6> kEnders { "else", "or", "and", "if", "is", "in" };
    const Token::Kind kind = current().kind;
    const bool begins =
        (kind == Token::Kind::name && std::ranges::find(kEnders, current().text) == kEnders.end() && current().text != "not")
        || kind == Token::Kind::string || kind == Token::Kind::integer || kind == Token::Kind::real || kind == Token::Kind::leftBracket
        || kind == Token::Kind::leftBrace;
    if (at(Token::Kind::leftParen))
        test.arguments = parseArguments();
    else if (begins)
        test.arguments.positional.push_back(parsePostfix(parsePrimary()));
    const int height = std::max(heightOf(input), heightOf(test.arguments));
    test.input = std::move(input);
    return make(start, std::move(test), height);
}

ArgumentList Parser::parseArguments()
{
    expect(Token::Kind::leftParen, "'('");
    ArgumentList list;
    bool first = true;
    while (!take(Token::Kind::rightParen)) {
        if (!std::exchange(first, false))
            expect(Token::Kind::comma, "','");
        if (take(Token::Kind::rightParen))
            break;
        if (take(Token::Kind::times)) {
            list.unpacked = parseExpression();
        } else if (take(Token::Kind::power)) {
            list.unpackedNamed = parseExpression();
        } else if (at(Token::Kind::name) && ahead().kind == Token::Kind::assign) {
            std::string name = expectName("an argument name");
            expect(Token::Kind::assign, "'='");
            list.named.emplace_back(std::move(name), parseExpression());
        } else {
            if (!list.named.empty())
                fail("an argument without a name follows one with a name");
            list.positional.push_back(parseExpression());
        }
    }
    return list;
}

int Parser::heightOf(const std::vector<ExpressionPtr>& expressions)
{
    int height = 0;
    for (const ExpressionPtr& expression : expressions)
        height = std::max(height, heightOf(expression));
    return height;
}

int Parser::heightOf(const ArgumentList& arguments)
{
    int height = std::max({ heightOf(arguments.positional), heightOf(arguments.unpacked), heightOf(arguments.unpackedNamed) });
    for (const auto& [name, value] : arguments.named)
        height = std::max(height, heightOf(value));
    return height;
}

bool Parser::take(Token::Kind kind)
{
    if (!at(kind))
        return false;
    ++m_next;
    return true;
}

bool Parser::takeName(std::string_view name)
{
    if (!atName(name))
        return false;
    ++m_next;
    return true;
}

void Parser::expect(Token::Kind kind, const char* what)
{
    if (!take(kind))
        fail(std::string(what) + " is expected here");
}

std::string Parser::expectName(const char* what)
{
    if (!at(Token::Kind::name))
        fail(std::string(what) + " is expected here");
    return m_tokens[m_next++].text;
}

void Parser::fail(const std::string& message) const { throw Failure(Failure::Kind::syntax, message); }

} // namespace cutaway::chat::jinja
