#pragma once
#include "engine/chat/jinja/budget.h"
#include "engine/chat/jinja/value.h"

/// What Python's operators do, with its errors.
namespace cutaway::chat::jinja {

enum class BinaryOperator { add, subtract, multiply, divide, floorDivide, modulo, power };
enum class ComparisonOperator { equal, notEqual, less, lessEqual, greater, greaterEqual, in, notIn };
enum class UnaryOperator { negate, plus };

/// False for undefined, none, false, zero and everything empty. Generators are true.
bool isTrue(const Value& value);
/// By value: numbers across their types, containers deep.
bool areEqual(const Value& a, const Value& b, Budget& budget);
/// Negative, zero or positive, as a stands before, at or after b. Error: the two have no order.
int ordering(const Value& a, const Value& b, Budget& budget);
bool compare(ComparisonOperator op, const Value& a, const Value& b, Budget& budget);
bool contains(const Value& container, const Value& item, Budget& budget);
Value apply(BinaryOperator op, const Value& a, const Value& b, Heap& heap, Budget& budget);
Value apply(UnaryOperator op, const Value& value);
/// The elements a for statement visits: of sequences, keys of dicts, code points of strings; none of undefined. Empties a generator.
std::vector<Value> elements(const Value& value, Budget& budget);
/// Python's len(). Error: the value has none.
std::size_t lengthOf(const Value& value);
/// Throws when the value is undefined, with its reason.
void requireDefined(const Value& value);
/// A number as double; empty when the value is none. Booleans are numbers.
bool isNumber(const Value& value);
double asReal(const Value& value);
bool isInteger(const Value& value);
/// An integer or a boolean as an integer. Error otherwise; `what` names it in the message.
std::int64_t asInteger(const Value& value, std::string_view what);

} // namespace cutaway::chat::jinja
