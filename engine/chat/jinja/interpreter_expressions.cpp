#include "engine/base/text.h"
#include "engine/chat/jinja/interpreter.h"
#include "engine/chat/jinja/value_access.h"
#include "engine/chat/jinja/value_text.h"

#include <algorithm>

namespace cutaway::chat::jinja {

Value Interpreter::evaluate(const Expression& expression, Scope& scope)
{
    const DepthGuard guard(m_depth, m_environment.budget.limits().depth, "evaluations");
    m_at = expression.at;
    m_environment.budget.charge(1);
    return std::visit([&](const auto& node) { return evaluate(node, expression.at, scope); }, expression.node);
}

Value Interpreter::evaluate(const Literal& node, Position, Scope&) { return node.value; }

Value Interpreter::evaluate(const Name& node, Position, Scope& scope) { return lookUp(node.name, scope); }

Value Interpreter::lookUp(const std::string& name, const Scope& scope)
{
    for (const Scope* place = &scope; place; place = place->parent) {
        m_environment.budget.charge(place->variables.size() / 16);
        const auto it = std::ranges::find(place->variables, name, &std::pair<std::string, Value>::first);
        if (it != place->variables.end())
            return it->second;
    }
    if (const FunctionRow* row = findGlobal(name))
        return m_environment.heap.callable(
            name, [row, this](const Arguments& arguments) { return invoke(*row, m_environment, {}, arguments); });
    return Undefined { std::make_shared<const std::string>(base::quoted(name) + " is undefined") };
}

Value Interpreter::evaluate(const RowLiteral& node, Position, Scope& scope)
{
    std::vector<Value> items;
    items.reserve(node.items.size());
    for (const ExpressionPtr& item : node.items)
        items.push_back(evaluate(*item, scope));
    return m_environment.heap.sequence(node.kind, std::move(items));
}

Value Interpreter::evaluate(const DictLiteral& node, Position, Scope& scope)
{
    std::vector<std::pair<Value, Value>> entries;
    for (const auto& [keyNode, valueNode] : node.entries) {
        Value key = evaluate(*keyNode, scope);
        Value value = evaluate(*valueNode, scope);
        const auto it = std::ranges::find_if(entries, [&](const auto& entry) { return areEqual(entry.first, key, m_environment.budget); });
        if (it != entries.end())
            it->second = std::move(value);
        else
            entries.emplace_back(std::move(key), std::move(value));
    }
    return m_environment.heap.dict(std::move(entries));
}

Value Interpreter::evaluate(const Conditional& node, Position, Scope& scope)
{
    if (isTrue(evaluate(*node.condition, scope)))
        return evaluate(*node.value, scope);
    if (node.otherwise)
        return evaluate(*node.otherwise, scope);
    return Undefined { std::make_shared<const std::string>("the inline if has no else, and its condition is false") };
}

Value Interpreter::evaluate(const Logical& node, Position, Scope& scope)
{
    const bool decides = node.kind == Logical::Kind::any;
    Value value;
    for (const ExpressionPtr& operand : node.operands) {
        value = evaluate(*operand, scope);
        if (isTrue(value) == decides)
            break;
    }
    return value;
}

Value Interpreter::evaluate(const Negation& node, Position, Scope& scope) { return !isTrue(evaluate(*node.operand, scope)); }

Value Interpreter::evaluate(const Unary& node, Position at, Scope& scope)
{
    const Value operand = evaluate(*node.operand, scope);
    m_at = at;
    return apply(node.op, operand);
}

Value Interpreter::evaluate(const Binary& node, Position at, Scope& scope)
{
    const Value left = evaluate(*node.left, scope);
    const Value right = evaluate(*node.right, scope);
    m_at = at;
    return apply(node.op, left, right, m_environment.heap, m_environment.budget);
}

Value Interpreter::evaluate(const Concatenation& node, Position at, Scope& scope)
{
    TextSink sink(m_environment.budget);
    for (const ExpressionPtr& operand : node.operands) {
        const Value value = evaluate(*operand, scope);
        m_at = at;
        appendText(sink, value);
    }
    return sink.take();
}

Value Interpreter::evaluate(const Comparison& node, Position at, Scope& scope)
{
    Value left = evaluate(*node.first, scope);
    for (const auto& [op, operand] : node.rest) {
        Value right = evaluate(*operand, scope);
        m_at = at;
        if (!compare(op, left, right, m_environment.budget))
            return false;
        left = std::move(right);
    }
    return true;
}

Value Interpreter::evaluate(const AttributeAccess& node, Position at, Scope& scope)
{
    const Value object = evaluate(*node.object, scope);
    m_at = at;
    return attributeOf(m_environment, object, node.name);
}

Value Interpreter::evaluate(const ItemAccess& node, Position at, Scope& scope)
{
    const Value object = evaluate(*node.object, scope);
    const Value key = evaluate(*node.key, scope);
    m_at = at;
    return itemOf(m_environment, object, key);
}

Value Interpreter::evaluate(const SliceAccess& node, Position at, Scope& scope)
{
    const Value object = evaluate(*node.object, scope);
    const auto bound = [&](const ExpressionPtr& expression) -> std::optional<std::int64_t> {
        if (!expression)
            return std::nullopt;
        const Value value = evaluate(*expression, scope);
        return value.isNone() ? std::nullopt : std::optional(asInteger(value, "a slice's bound"));
    };
    SliceBounds bounds;
    bounds.start = bound(node.start);
    bounds.stop = bound(node.stop);
    bounds.step = bound(node.step);
    m_at = at;
    return sliceOf(m_environment, object, bounds);
}

Value Interpreter::evaluate(const CallExpression& node, Position at, Scope& scope)
{
    return call(*node.callee, evaluate(node.arguments, scope), at, scope);
}

Value Interpreter::call(const Expression& callee, const Arguments& arguments, Position at, Scope& scope)
{
    const Value function = evaluate(callee, scope);
    m_at = at;
    requireDefined(function);
    const Callable* callable = function.callable();
    if (!callable)
        failValue("a value of type '" + typeName(function) + "' cannot be called");
    return callable->invoke(arguments);
}

Value Interpreter::evaluate(const Application& node, Position at, Scope& scope)
{
    const bool isFilter = node.kind == Application::Kind::filter;
    const Value input = node.input ? evaluate(*node.input, scope) : m_filterInput;
    const Arguments arguments = evaluate(node.arguments, scope);
    m_at = at;
    if (!node.row)
        failValue(std::string(isFilter ? "the filter " : "the test ") + base::quoted(node.name) + " is unknown");
    const Value result = invoke(*node.row, m_environment, input, arguments);
    return isFilter ? result : Value(isTrue(result) != node.negated);
}

Arguments Interpreter::evaluate(const ArgumentList& list, Scope& scope)
{
    Arguments arguments;
    for (const ExpressionPtr& argument : list.positional)
        arguments.positional.push_back(evaluate(*argument, scope));
    if (list.unpacked) {
        for (Value& value : elements(evaluate(*list.unpacked, scope), m_environment.budget))
            arguments.positional.push_back(std::move(value));
    }
    for (const auto& [name, argument] : list.named)
        arguments.named.emplace_back(name, evaluate(*argument, scope));
    if (list.unpackedNamed) {
        const Value unpacked = evaluate(*list.unpackedNamed, scope);
        if (!unpacked.dict())
            failValue("the argument after ** must be a dict");
        for (const auto& [key, value] : unpacked.dict()->entries)
            arguments.named.emplace_back(toText(key, m_environment.budget), value);
    }
    return arguments;
}

} // namespace cutaway::chat::jinja
