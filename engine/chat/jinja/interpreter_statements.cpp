#include "engine/base/text.h"
#include "engine/chat/jinja/interpreter.h"
#include "engine/chat/jinja/value_text.h"

#include <algorithm>

namespace cutaway::chat::jinja {

void Scope::set(std::string_view name, Value value)
{
    const auto it = std::ranges::find(variables, name, &std::pair<std::string, Value>::first);
    if (it != variables.end())
        it->second = std::move(value);
    else
        variables.emplace_back(name, std::move(value));
}

Interpreter::Interpreter(Environment& environment, std::vector<std::pair<std::string, Value>> variables)
    : m_environment(environment)
    , m_globals { nullptr, std::move(variables) }
{
}

std::string Interpreter::run(const Body& body)
{
    TextSink out(m_environment.budget);
    execute(body, m_globals, out);
    return out.take();
}

Interpreter::Flow Interpreter::execute(const Body& body, Scope& scope, TextSink& out)
{
    const DepthGuard guard(m_depth, m_environment.budget.limits().depth, "evaluations");
    for (const Statement& statement : body) {
        m_at = statement.at;
        m_environment.budget.charge(1);
        const Flow flow = std::visit([&](const auto& node) { return execute(node, scope, out); }, statement.node);
        if (flow != Flow::normal)
            return flow;
    }
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const TextOutput& statement, Scope&, TextSink& out)
{
    out.append(statement.text);
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const Output& statement, Scope& scope, TextSink& out)
{
    appendText(out, evaluate(*statement.value, scope));
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const If& statement, Scope& scope, TextSink& out)
{
    for (const auto& [condition, body] : statement.branches) {
        if (isTrue(evaluate(*condition, scope)))
            return execute(body, scope, out);
    }
    return execute(statement.otherwise, scope, out);
}

std::vector<Value> Interpreter::selected(const For& statement, Scope& scope)
{
    const Value iterable = evaluate(*statement.iterable, scope);
    std::vector<Value> items = elements(iterable, m_environment.budget);
    if (!statement.filter)
        return items;
    std::vector<Value> kept;
    for (Value& item : items) {
        Scope inner { &scope, {} };
        assign(statement.target, item, inner);
        if (isTrue(evaluate(*statement.filter, inner)))
            kept.push_back(std::move(item));
    }
    return kept;
}

Interpreter::Flow Interpreter::execute(const For& statement, Scope& scope, TextSink& out)
{
    Loop* loop = m_environment.heap.loop(selected(statement, scope));
    const DepthGuard guard(m_loopDepth, m_environment.budget.limits().depth, "loops");
    loop->depth = m_loopDepth;
    bool completed = false;
    for (loop->index = 0; loop->index < loop->items.size(); ++loop->index) {
        Scope inner { &scope, {} };
        assign(statement.target, loop->items[loop->index], inner);
        inner.set("loop", loop);
        const Flow flow = execute(statement.body, inner, out);
        if (flow == Flow::stopLoop)
            break;
        completed = completed || flow == Flow::normal;
    }
    return completed ? Flow::normal : execute(statement.otherwise, scope, out);
}

void Interpreter::assign(const Target& target, const Value& value, Scope& scope)
{
    if (!target.attribute.empty()) {
        const Value owner = lookUp(target.names.front(), scope);
        Namespace* space = owner.nameSpace();
        if (!space)
            failValue("cannot assign the attribute " + base::quoted(target.attribute) + " of a value of type '" + typeName(owner)
                + "': only namespaces take it");
        if (Value* existing = space->find(target.attribute))
            *existing = value;
        else
            space->attributes.emplace_back(target.attribute, value);
        return;
    }
    if (!target.unpacks) {
        scope.set(target.names.front(), value);
        return;
    }
    requireDefined(value);
    const std::vector<Value> items = elements(value, m_environment.budget);
    if (items.size() != target.names.size())
        failValue("cannot unpack " + std::to_string(items.size()) + " values into " + std::to_string(target.names.size()) + " names");
    for (std::size_t i = 0; i < items.size(); ++i)
        scope.set(target.names[i], items[i]);
}

Interpreter::Flow Interpreter::execute(const Set& statement, Scope& scope, TextSink&)
{
    const Value value = evaluate(*statement.value, scope);
    assign(statement.target, value, scope);
    return Flow::normal;
}

Value Interpreter::captured(const Body& body, const ExpressionPtr& filters, Scope& scope)
{
    TextSink inner(m_environment.budget);
    Scope innerScope { &scope, {} };
    execute(body, innerScope, inner);
    if (!filters)
        return inner.take();
    const Value outer = std::exchange(m_filterInput, Value(inner.take()));
    Value result = evaluate(*filters, scope);
    m_filterInput = outer;
    return result;
}

Interpreter::Flow Interpreter::execute(const SetBlock& statement, Scope& scope, TextSink&)
{
    assign(statement.target, captured(statement.body, statement.filters, scope), scope);
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const FilterBlock& statement, Scope& scope, TextSink& out)
{
    appendText(out, captured(statement.body, statement.filters, scope));
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const Macro& statement, Scope& scope, TextSink&)
{
    scope.set(statement.name, makeMacro(statement, scope));
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const CallBlock& statement, Scope& scope, TextSink& out)
{
    const auto& node = std::get<CallExpression>(statement.call->node);
    Arguments arguments = evaluate(node.arguments, scope);
    arguments.named.emplace_back("caller", makeMacro(statement.caller, scope));
    appendText(out, call(*node.callee, arguments, statement.call->at, scope));
    return Flow::normal;
}

Interpreter::Flow Interpreter::execute(const With& statement, Scope& scope, TextSink& out)
{
    Scope inner { &scope, {} };
    for (const auto& [target, value] : statement.assignments)
        assign(target, evaluate(*value, scope), inner);
    return execute(statement.body, inner, out);
}

Interpreter::Flow Interpreter::execute(const Break&, Scope&, TextSink&) { return Flow::stopLoop; }
Interpreter::Flow Interpreter::execute(const Continue&, Scope&, TextSink&) { return Flow::nextIteration; }

/// A scope that lives to the end of the render: the globals themselves, or a copy of what is visible below them.
const Scope& Interpreter::closureOf(const Scope& scope)
{
    if (&scope == &m_globals)
        return m_globals;
    Scope copy { &m_globals, {} };
    for (const Scope* place = &scope; place && place != &m_globals; place = place->parent) {
        m_environment.budget.charge(1 + place->variables.size());
        for (const auto& [name, value] : place->variables) {
            if (std::ranges::find(copy.variables, name, &std::pair<std::string, Value>::first) == copy.variables.end())
                copy.variables.emplace_back(name, value);
        }
    }
    return m_closures.emplace_back(std::move(copy));
}

Value Interpreter::makeMacro(const Macro& macro, const Scope& scope)
{
    const Scope* closure = &closureOf(scope);
    return m_environment.heap.callable(
        macro.name, [this, &macro, closure](const Arguments& arguments) { return callMacro(macro, *closure, arguments); });
}

Value Interpreter::callMacro(const Macro& macro, const Scope& closure, const Arguments& arguments)
{
    Scope scope { &closure, {} };
    bindParameters(macro, arguments, scope);
    TextSink out(m_environment.budget);
    execute(macro.body, scope, out);
    return out.take();
}

void Interpreter::bindParameters(const Macro& macro, const Arguments& arguments, Scope& scope)
{
    const auto isParameter = [&macro](const std::string& name) {
        return std::ranges::any_of(macro.parameters, [&name](const auto& parameter) { return parameter.first == name; });
    };
    std::vector<std::pair<Value, Value>> moreNamed;
    for (const auto& [name, value] : arguments.named) {
        if (isParameter(name) || name == "caller")
            scope.set(name, value);
        else if (macro.takesMoreNamed)
            moreNamed.emplace_back(name, value);
        else
            failValue("the macro " + base::quoted(macro.name) + " has no parameter " + base::quoted(name));
    }
    const std::size_t given = std::min(arguments.positional.size(), macro.parameters.size());
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const auto& [name, otherwise] = macro.parameters[i];
        if (i < given)
            scope.set(name, arguments.positional[i]);
        else if (std::ranges::find(arguments.named, name, &std::pair<std::string, Value>::first) != arguments.named.end())
            continue;
        else if (otherwise)
            scope.set(name, evaluate(*otherwise, scope));
        else
            scope.set(name, Undefined { std::make_shared<const std::string>("the parameter " + base::quoted(name) + " was not given") });
    }
    std::vector<Value> more(arguments.positional.begin() + std::ptrdiff_t(given), arguments.positional.end());
    if (!more.empty() && !macro.takesMore)
        failValue("the macro " + base::quoted(macro.name) + " takes at most " + std::to_string(given) + " arguments");
    if (macro.takesMore)
        scope.set("varargs", m_environment.heap.sequence(Sequence::Kind::tuple, std::move(more)));
    if (macro.takesMoreNamed)
        scope.set("kwargs", m_environment.heap.dict(std::move(moreNamed)));
}

} // namespace cutaway::chat::jinja
