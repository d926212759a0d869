#pragma once
#include "engine/chat/jinja/ast.h"
#include "engine/chat/jinja/function_table.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace cutaway::chat::jinja {

/// Variables of one scope; what it lacks is looked up in its parent.
struct Scope {
    const Scope* parent = nullptr;
    std::vector<std::pair<std::string, Value>> variables;
    void set(std::string_view name, Value value);
};

/// Runs one template once. Throws Failure with the place in Interpreter::position().
class Interpreter {
public:
    /// @param variables  what the template's names mean at first
    Interpreter(Environment& environment, std::vector<std::pair<std::string, Value>> variables);
    std::string run(const Body& body);
    Position position() const { return m_at; }

private:
    enum class Flow { normal, stopLoop, nextIteration };

    // interpreter_statements.cpp
    Flow execute(const Body& body, Scope& scope, TextSink& out);
    Flow execute(const TextOutput& statement, Scope& scope, TextSink& out);
    Flow execute(const Output& statement, Scope& scope, TextSink& out);
    Flow execute(const If& statement, Scope& scope, TextSink& out);
    Flow execute(const For& statement, Scope& scope, TextSink& out);
    Flow execute(const Set& statement, Scope& scope, TextSink& out);
    Flow execute(const SetBlock& statement, Scope& scope, TextSink& out);
    Flow execute(const Macro& statement, Scope& scope, TextSink& out);
    Flow execute(const CallBlock& statement, Scope& scope, TextSink& out);
    Flow execute(const FilterBlock& statement, Scope& scope, TextSink& out);
    Flow execute(const With& statement, Scope& scope, TextSink& out);
    Flow execute(const Break& statement, Scope& scope, TextSink& out);
    Flow execute(const Continue& statement, Scope& scope, TextSink& out);
    std::vector<Value> selected(const For& statement, Scope& scope);
    void assign(const Target& target, const Value& value, Scope& scope);
    Value captured(const Body& body, const ExpressionPtr& filters, Scope& scope);
    Value makeMacro(const Macro& macro, const Scope& scope);
    Value callMacro(const Macro& macro, const Scope& closure, const Arguments& arguments);
    void bindParameters(const Macro& macro, const Arguments& arguments, Scope& scope);
    const Scope& closureOf(const Scope& scope);

    // interpreter_expressions.cpp
    Value evaluate(const Expression& expression, Scope& scope);
    Value evaluate(const Literal& node, Position at, Scope& scope);
    Value evaluate(const Name& node, Position at, Scope& scope);
    Value evaluate(const RowLiteral& node, Position at, Scope& scope);
    Value evaluate(const DictLiteral& node, Position at, Scope& scope);
    Value evaluate(const Conditional& node, Position at, Scope& scope);
    Value evaluate(const Logical& node, Position at, Scope& scope);
    Value evaluate(const Negation& node, Position at, Scope& scope);
    Value evaluate(const Unary& node, Position at, Scope& scope);
    Value evaluate(const Binary& node, Position at, Scope& scope);
    Value evaluate(const Concatenation& node, Position at, Scope& scope);
    Value evaluate(const Comparison& node, Position at, Scope& scope);
    Value evaluate(const AttributeAccess& node, Position at, Scope& scope);
    Value evaluate(const ItemAccess& node, Position at, Scope& scope);
    Value evaluate(const SliceAccess& node, Position at, Scope& scope);
    Value evaluate(const CallExpression& node, Position at, Scope& scope);
    Value evaluate(const Application& node, Position at, Scope& scope);
    Value call(const Expression& callee, const Arguments& arguments, Position at, Scope& scope);
    Arguments evaluate(const ArgumentList& list, Scope& scope);
    Value lookUp(const std::string& name, const Scope& scope);

    Environment& m_environment;
    Scope m_globals;
    std::deque<Scope> m_closures; ///< what macros made inside of loops and macros remember
    Value m_filterInput;          ///< the body text of the filter or set block whose filters run
    Position m_at;
    int m_depth = 0;
    int m_loopDepth = 0;
};

} // namespace cutaway::chat::jinja
