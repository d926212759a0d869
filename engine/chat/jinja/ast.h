#pragma once
#include "engine/chat/jinja/function_table.h"
#include "engine/chat/jinja/value_operations.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The parsed form of a template. Immutable after parsing.
namespace cutaway::chat::jinja {

struct Expression;
struct Statement;
using ExpressionPtr = std::unique_ptr<Expression>;
using Body = std::vector<Statement>;

struct ArgumentList {
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
    ExpressionPtr unpacked;      ///< after *; may be null
    ExpressionPtr unpackedNamed; ///< after **; may be null
};

struct Literal {
    Value value;
};
struct Name {
    std::string name;
};
struct RowLiteral {
    Sequence::Kind kind = Sequence::Kind::list;
    std::vector<ExpressionPtr> items;
};
struct DictLiteral {
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};
struct Conditional {
    ExpressionPtr condition, value;
    ExpressionPtr otherwise; ///< null: undefined
};
struct Logical {
    enum class Kind { all, any };
    Kind kind = Kind::all;
    std::vector<ExpressionPtr> operands;
};
struct Negation {
    ExpressionPtr operand;
};
struct Unary {
    UnaryOperator op = UnaryOperator::plus;
    ExpressionPtr operand;
};
struct Binary {
    BinaryOperator op = BinaryOperator::add;
    ExpressionPtr left, right;
};
struct Concatenation {
    std::vector<ExpressionPtr> operands;
};
struct Comparison {
    ExpressionPtr first;
    std::vector<std::pair<ComparisonOperator, ExpressionPtr>> rest;
};
struct AttributeAccess {
    ExpressionPtr object;
    std::string name;
};
struct ItemAccess {
    ExpressionPtr object, key;
};
struct SliceAccess {
    ExpressionPtr object, start, stop, step; ///< the bounds may be null
};
struct CallExpression {
    ExpressionPtr callee;
    ArgumentList arguments;
};
/// A filter or a test. An unknown one is an error only when it is reached: templates guard the use of optional ones with an if.
struct Application {
    enum class Kind { filter, test };
    Kind kind = Kind::filter;
    ExpressionPtr input; ///< null: the body of the filter block or set block it belongs to
    std::string name;
    const FunctionRow* row = nullptr; ///< null: unknown
    ArgumentList arguments;
    bool negated = false;
};

struct Expression {
    Position at;
    int height = 1; ///< longest way down to a leaf
    std::variant<Literal, Name, RowLiteral, DictLiteral, Conditional, Logical, Negation, Unary, Binary, Concatenation, Comparison,
        AttributeAccess, ItemAccess, SliceAccess, CallExpression, Application>
        node;
};

/// Where a value goes: one name, several that unpack a sequence, or an attribute of a namespace.
struct Target {
    std::vector<std::string> names;
    bool unpacks = false;
    std::string attribute; ///< with one name: of this namespace
};

struct TextOutput {
    std::string text;
};
struct Output {
    ExpressionPtr value;
};
struct If {
    std::vector<std::pair<ExpressionPtr, Body>> branches;
    Body otherwise;
};
struct For {
    Target target;
    ExpressionPtr iterable;
    ExpressionPtr filter; ///< null: every element
    Body body, otherwise;
};
struct Set {
    Target target;
    ExpressionPtr value;
};
struct SetBlock {
    Target target;
    ExpressionPtr filters; ///< chain whose innermost input is null; null: none
    Body body;
};
/// Also the body of a call block, which is a macro without a name.
struct Macro {
    std::string name;
    std::vector<std::pair<std::string, ExpressionPtr>> parameters; ///< with defaults, which may be null
    bool takesMore = false;                                        ///< the body reads varargs
    bool takesMoreNamed = false;                                   ///< the body reads kwargs
    Body body;
};
struct CallBlock {
    ExpressionPtr call; ///< a CallExpression
    Macro caller;
};
struct FilterBlock {
    ExpressionPtr filters;
    Body body;
};
struct With {
    std::vector<std::pair<Target, ExpressionPtr>> assignments;
    Body body;
};
struct Break {};
struct Continue {};

struct Statement {
    Position at;
    std::variant<TextOutput, Output, If, For, Set, SetBlock, Macro, CallBlock, FilterBlock, With, Break, Continue> node;
};

} // namespace cutaway::chat::jinja
