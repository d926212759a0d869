#include "engine/chat/jinja/value_operations.h"

#include <cmath>
#include <limits>

namespace cutaway::chat::jinja {
namespace {

const char* symbol(BinaryOperator op)
{
    switch (op) {
    case BinaryOperator::add: return "+";
    case BinaryOperator::subtract: return "-";
    case BinaryOperator::multiply: return "*";
    case BinaryOperator::divide: return "/";
    case BinaryOperator::floorDivide: return "//";
    case BinaryOperator::modulo: return "%";
    case BinaryOperator::power: return "**";
    }
    return "";
}

[[noreturn]] Value failOverflow(BinaryOperator op)
{
    failValue(std::string("the result of '") + symbol(op) + "' does not fit into 64 bits");
}

/// x to the power of a non-negative n, by squaring.
std::int64_t integerPower(std::int64_t x, std::int64_t n)
{
    std::int64_t result = 1;
    for (; n > 0; n >>= 1) {
        if ((n & 1) && __builtin_mul_overflow(result, x, &result))
            failOverflow(BinaryOperator::power);
        if (n > 1 && __builtin_mul_overflow(x, x, &x))
            failOverflow(BinaryOperator::power);
    }
    return result;
}

std::int64_t floorQuotient(std::int64_t a, std::int64_t b)
{
    const std::int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

Value applyIntegers(BinaryOperator op, std::int64_t a, std::int64_t b)
{
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::floorDivide || op == BinaryOperator::modulo;
    if (divides && b == 0)
        failValue("division by zero");
    if (divides && op != BinaryOperator::divide && b == -1 && a == std::numeric_limits<std::int64_t>::min())
        failOverflow(op);
    std::int64_t result = 0;
    switch (op) {
    case BinaryOperator::add: return __builtin_add_overflow(a, b, &result) ? failOverflow(op) : Value(result);
    case BinaryOperator::subtract: return __builtin_sub_overflow(a, b, &result) ? failOverflow(op) : Value(result);
    case BinaryOperator::multiply: return __builtin_mul_overflow(a, b, &result) ? failOverflow(op) : Value(result);
    case BinaryOperator::divide: return double(a) / double(b);
    case BinaryOperator::floorDivide: return floorQuotient(a, b);
    case BinaryOperator::modulo: return a - floorQuotient(a, b) * b;
    case BinaryOperator::power: return b < 0 ? Value(std::pow(double(a), double(b))) : Value(integerPower(a, b));
    }
    return {};
}

Value applyReals(BinaryOperator op, double a, double b)
{
    switch (op) {
    case BinaryOperator::add: return a + b;
    case BinaryOperator::subtract: return a - b;
    case BinaryOperator::multiply: return a * b;
    case BinaryOperator::power: return std::pow(a, b);
    case BinaryOperator::divide:
    case BinaryOperator::floorDivide:
    case BinaryOperator::modulo: break;
    }
    if (b == 0)
        failValue("division by zero");
    if (op == BinaryOperator::divide)
        return a / b;
    return op == BinaryOperator::floorDivide ? std::floor(a / b) : a - std::floor(a / b) * b;
}

Value repeated(const Value& value, std::int64_t times, Heap& heap, Budget& budget)
{
    const std::size_t count = times > 0 ? std::size_t(times) : 0;
    if (const auto* text = value.text()) {
        TextSink sink(budget);
        for (std::size_t i = 0; i < count && !text->empty(); ++i)
            sink.append(*text);
        return sink.take();
    }
    const Sequence& sequence = *value.sequence();
    std::vector<Value> items;
    for (std::size_t i = 0; i < count && !sequence.items.empty(); ++i) {
        budget.charge(sequence.items.size());
        items.insert(items.end(), sequence.items.begin(), sequence.items.end());
    }
    return heap.sequence(sequence.kind, std::move(items));
}

bool isRow(const Value& value) { return value.sequence() && value.sequence()->kind <= Sequence::Kind::tuple; }

Value joined(const Sequence& a, const Sequence& b, Heap& heap, Budget& budget)
{
    budget.charge(a.items.size() + b.items.size());
    std::vector<Value> items = a.items;
    items.insert(items.end(), b.items.begin(), b.items.end());
    return heap.sequence(a.kind, std::move(items));
}

} // namespace

Value apply(BinaryOperator op, const Value& a, const Value& b, Heap& heap, Budget& budget)
{
    if (isInteger(a) && isInteger(b))
        return applyIntegers(op, asInteger(a, ""), asInteger(b, ""));
    if (isNumber(a) && isNumber(b))
        return applyReals(op, asReal(a), asReal(b));
    if (op == BinaryOperator::add && a.text() && b.text()) {
        TextSink sink(budget);
        sink.append(*a.text());
        sink.append(*b.text());
        return sink.take();
    }
    if (op == BinaryOperator::add && isRow(a) && isRow(b) && a.sequence()->kind == b.sequence()->kind)
        return joined(*a.sequence(), *b.sequence(), heap, budget);
    if (op == BinaryOperator::multiply && (a.text() || isRow(a)) && isInteger(b))
        return repeated(a, asInteger(b, ""), heap, budget);
    if (op == BinaryOperator::multiply && (b.text() || isRow(b)) && isInteger(a))
        return repeated(b, asInteger(a, ""), heap, budget);
    requireDefined(a);
    requireDefined(b);
    failValue(std::string("unsupported operand types for ") + symbol(op) + ": '" + typeName(a) + "' and '" + typeName(b) + "'");
}

Value apply(UnaryOperator op, const Value& value)
{
    requireDefined(value);
    if (!isNumber(value))
        failValue(std::string("bad operand type for unary ") + (op == UnaryOperator::negate ? "-" : "+") + ": '" + typeName(value) + "'");
    if (!isInteger(value))
        return op == UnaryOperator::negate ? -asReal(value) : asReal(value);
    const std::int64_t integer = asInteger(value, "");
    return op == UnaryOperator::negate ? applyIntegers(BinaryOperator::subtract, 0, integer) : Value(integer);
}

} // namespace cutaway::chat::jinja
