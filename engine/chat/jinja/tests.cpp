#include "engine/chat/jinja/function_table.h"
#include "engine/chat/jinja/unicode.h"
#include "engine/chat/jinja/value_operations.h"
#include "engine/chat/jinja/value_text.h"

#include <algorithm>
#include <array>

/// The words after `is`. Each gives a boolean.
namespace cutaway::chat::jinja {
namespace {

bool isIterable(const Value& value) { return value.isUndefined() || value.text() || value.sequence() || value.dict(); }

bool isIndexedRow(const Value& value)
{
    const auto* sequence = value.sequence();
    const bool lazy = sequence && (sequence->kind == Sequence::Kind::generator || sequence->kind == Sequence::Kind::view);
    return isIterable(value) && !lazy;
}

template <bool (*isCase)(std::uint32_t), bool (*isOtherCase)(std::uint32_t)> bool allInCase(const std::string& text)
{
    bool any = false;
    for (std::size_t i = 0; i < text.size(); i += codePointBytes(text, i)) {
        const std::uint32_t codePoint = codePointAt(text, i);
        if (isOtherCase(codePoint))
            return false;
        any = any || isCase(codePoint);
    }
    return any;
}

template <ComparisonOperator op> Value compared(Environment& environment, const Value& self, const Call& call)
{
    return compare(op, self, call.at(0), environment.budget);
}

Value boolean(Environment&, const Value& self, const Call&) { return self.as<bool>() != nullptr; }
Value isCallable(Environment&, const Value& self, const Call&) { return self.callable() != nullptr; }
Value isDefined(Environment&, const Value& self, const Call&) { return !self.isUndefined(); }
Value isUndefinedValue(Environment&, const Value& self, const Call&) { return self.isUndefined(); }
Value isNoneValue(Environment&, const Value& self, const Call&) { return self.isNone(); }
Value isTrueItself(Environment&, const Value& self, const Call&) { return self.as<bool>() && *self.as<bool>(); }
Value isFalseItself(Environment&, const Value& self, const Call&) { return self.as<bool>() && !*self.as<bool>(); }
Value isReal(Environment&, const Value& self, const Call&) { return self.as<double>() != nullptr; }
Value isWhole(Environment&, const Value& self, const Call&) { return self.as<std::int64_t>() != nullptr; }
Value isAnyNumber(Environment&, const Value& self, const Call&) { return isNumber(self); }
Value isMapping(Environment&, const Value& self, const Call&) { return self.dict() != nullptr; }
Value isString(Environment&, const Value& self, const Call&) { return self.text() != nullptr; }
Value isSequence(Environment&, const Value& self, const Call&) { return isIndexedRow(self); }
Value canBeIterated(Environment&, const Value& self, const Call&) { return isIterable(self); }
Value isFilter(Environment&, const Value& self, const Call&) { return self.text() && findFilter(*self.text()); }
Value isTest(Environment&, const Value& self, const Call&) { return self.text() && findTest(*self.text()); }

Value remainderIs(Environment& environment, const Value& self, std::int64_t divisor, std::int64_t expected)
{
    const Value remainder = apply(BinaryOperator::modulo, self, divisor, environment.heap, environment.budget);
    return areEqual(remainder, expected, environment.budget);
}
Value isDivisible(Environment& environment, const Value& self, const Call& call)
{
    return remainderIs(environment, self, call.integer(0, 1), 0);
}
Value isEven(Environment& environment, const Value& self, const Call&) { return remainderIs(environment, self, 2, 0); }
Value isOdd(Environment& environment, const Value& self, const Call&) { return remainderIs(environment, self, 2, 1); }

Value isLower(Environment& environment, const Value& self, const Call&)
{
    return allInCase<isLowerCase, isUpperCase>(toText(self, environment.budget));
}
Value isUpper(Environment& environment, const Value& self, const Call&)
{
    return allInCase<isUpperCase, isLowerCase>(toText(self, environment.budget));
}

/// Python's identity: containers by object, everything else by type and value.
Value isSame(Environment& environment, const Value& self, const Call& call)
{
    const Value& other = call.at(0);
    if (self.data().index() != other.data().index())
        return false;
    if (self.sequence() || self.dict())
        return self.sequence() == other.sequence() && self.dict() == other.dict();
    return areEqual(self, other, environment.budget);
}

constexpr std::array kTable {
    FunctionRow { "boolean", "", 0, boolean },
    FunctionRow { "callable", "", 0, isCallable },
    FunctionRow { "defined", "", 0, isDefined },
    FunctionRow { "divisibleby", "num", 1, isDivisible },
    FunctionRow { "eq", "other", 1, compared<ComparisonOperator::equal> },
    FunctionRow { "equalto", "other", 1, compared<ComparisonOperator::equal> },
    FunctionRow { "==", "other", 1, compared<ComparisonOperator::equal> },
    FunctionRow { "even", "", 0, isEven },
    FunctionRow { "false", "", 0, isFalseItself },
    FunctionRow { "filter", "", 0, isFilter },
    FunctionRow { "float", "", 0, isReal },
    FunctionRow { "ge", "other", 1, compared<ComparisonOperator::greaterEqual> },
    FunctionRow { ">=", "other", 1, compared<ComparisonOperator::greaterEqual> },
    FunctionRow { "greaterthan", "other", 1, compared<ComparisonOperator::greater> },
    FunctionRow { "gt", "other", 1, compared<ComparisonOperator::greater> },
    FunctionRow { ">", "other", 1, compared<ComparisonOperator::greater> },
    FunctionRow { "in", "seq", 1, compared<ComparisonOperator::in> },
    FunctionRow { "integer", "", 0, isWhole },
    FunctionRow { "iterable", "", 0, canBeIterated },
    FunctionRow { "le", "other", 1, compared<ComparisonOperator::lessEqual> },
    FunctionRow { "<=", "other", 1, compared<ComparisonOperator::lessEqual> },
    FunctionRow { "lessthan", "other", 1, compared<ComparisonOperator::less> },
    FunctionRow { "lower", "", 0, isLower },
    FunctionRow { "lt", "other", 1, compared<ComparisonOperator::less> },
    FunctionRow { "<", "other", 1, compared<ComparisonOperator::less> },
    FunctionRow { "mapping", "", 0, isMapping },
    FunctionRow { "ne", "other", 1, compared<ComparisonOperator::notEqual> },
    FunctionRow { "!=", "other", 1, compared<ComparisonOperator::notEqual> },
    FunctionRow { "none", "", 0, isNoneValue },
    FunctionRow { "number", "", 0, isAnyNumber },
    FunctionRow { "odd", "", 0, isOdd },
    FunctionRow { "sameas", "other", 1, isSame },
    FunctionRow { "sequence", "", 0, isSequence },
    FunctionRow { "string", "", 0, isString },
    FunctionRow { "test", "", 0, isTest },
    FunctionRow { "true", "", 0, isTrueItself },
    FunctionRow { "undefined", "", 0, isUndefinedValue },
    FunctionRow { "upper", "", 0, isUpper },
};

} // namespace

const FunctionRow* findTest(std::string_view name) { return findRow(kTable, name); }

} // namespace cutaway::chat::jinja
