#include "engine/chat/jinja/value_operations.h"

#include "engine/chat/jinja/unicode.h"

#include <algorithm>

namespace cutaway::chat::jinja {
namespace {

bool areEqualAt(const Value& a, const Value& b, Budget& budget, int& depth);

bool sameItems(const std::vector<Value>& a, const std::vector<Value>& b, Budget& budget, int& depth)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [&](const Value& x, const Value& y) { return areEqualAt(x, y, budget, depth); });
}

const Value* lookUp(const Dict& dict, const Value& key, Budget& budget, int& depth)
{
    if (const auto* text = key.text())
        return dict.find(*text);
    for (const auto& [candidate, value] : dict.entries) {
        if (areEqualAt(candidate, key, budget, depth))
            return &value;
    }
    return nullptr;
}

bool sameEntries(const Dict& a, const Dict& b, Budget& budget, int& depth)
{
    if (a.entries.size() != b.entries.size())
        return false;
    budget.charge(a.entries.size() * (1 + b.entries.size() / 16));
    return std::ranges::all_of(a.entries, [&](const auto& entry) {
        const Value* other = lookUp(b, entry.first, budget, depth);
        return other && areEqualAt(entry.second, *other, budget, depth);
    });
}

bool areEqualAt(const Value& a, const Value& b, Budget& budget, int& depth)
{
    const DepthGuard guard(depth, budget.limits().valueDepth, "values to compare");
    budget.charge(1);
    if (isInteger(a) && isInteger(b))
        return asInteger(a, "") == asInteger(b, "");
    if (isNumber(a) && isNumber(b))
        return asReal(a) == asReal(b);
    if (a.data().index() != b.data().index())
        return false;
    if (const auto* text = a.text()) {
        budget.charge(std::min(text->size(), b.text()->size()) / 16);
        return *text == *b.text();
    }
    if (a.sequence() && a.sequence() != b.sequence() && a.sequence()->kind != Sequence::Kind::generator)
        return a.sequence()->kind == b.sequence()->kind && sameItems(a.sequence()->items, b.sequence()->items, budget, depth);
    if (a.dict() && a.dict() != b.dict())
        return sameEntries(*a.dict(), *b.dict(), budget, depth);
    return a.isUndefined() || a.isNone() || (a.sequence() && a.sequence() == b.sequence()) || (a.dict() && a.dict() == b.dict())
        || (a.nameSpace() && a.nameSpace() == b.nameSpace()) || (a.callable() && a.callable() == b.callable())
        || (a.loop() && a.loop() == b.loop());
}

int orderingAt(const Value& a, const Value& b, Budget& budget, int& depth)
{
    const DepthGuard guard(depth, budget.limits().valueDepth, "values to compare");
    budget.charge(1);
    if (isInteger(a) && isInteger(b)) {
        const std::int64_t x = asInteger(a, ""), y = asInteger(b, "");
        return x < y ? -1 : x > y;
    }
    if (isNumber(a) && isNumber(b)) {
        const double x = asReal(a), y = asReal(b);
        return x < y ? -1 : x > y;
    }
    if (a.text() && b.text()) {
        budget.charge(std::min(a.text()->size(), b.text()->size()) / 16);
        return a.text()->compare(*b.text());
    }
    if (a.sequence() && b.sequence() && a.sequence()->kind == b.sequence()->kind && a.sequence()->kind <= Sequence::Kind::tuple) {
        const auto &x = a.sequence()->items, &y = b.sequence()->items;
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            if (const int order = orderingAt(x[i], y[i], budget, depth))
                return order;
        }
        return x.size() < y.size() ? -1 : x.size() > y.size();
    }
    requireDefined(a);
    requireDefined(b);
    failValue("'" + typeName(a) + "' and '" + typeName(b) + "' have no order");
}

} // namespace

bool isTrue(const Value& value)
{
    if (value.isUndefined() || value.isNone())
        return false;
    if (const auto* boolean = value.as<bool>())
        return *boolean;
    if (isNumber(value))
        return asReal(value) != 0;
    if (const auto* text = value.text())
        return !text->empty();
    if (const auto* sequence = value.sequence())
        return sequence->kind == Sequence::Kind::generator || !sequence->items.empty();
    if (const auto* dict = value.dict())
        return !dict->entries.empty();
    return true;
}

bool areEqual(const Value& a, const Value& b, Budget& budget)
{
    int depth = 0;
    return areEqualAt(a, b, budget, depth);
}

int ordering(const Value& a, const Value& b, Budget& budget)
{
    int depth = 0;
    return orderingAt(a, b, budget, depth);
}

bool compare(ComparisonOperator op, const Value& a, const Value& b, Budget& budget)
{
    switch (op) {
    case ComparisonOperator::equal: return areEqual(a, b, budget);
    case ComparisonOperator::notEqual: return !areEqual(a, b, budget);
    case ComparisonOperator::less: return ordering(a, b, budget) < 0;
    case ComparisonOperator::lessEqual: return ordering(a, b, budget) <= 0;
    case ComparisonOperator::greater: return ordering(a, b, budget) > 0;
    case ComparisonOperator::greaterEqual: return ordering(a, b, budget) >= 0;
    case ComparisonOperator::in: return contains(b, a, budget);
    case ComparisonOperator::notIn: return !contains(b, a, budget);
    }
    return false;
}

bool contains(const Value& container, const Value& item, Budget& budget)
{
    if (container.isUndefined())
        return false;
    if (const auto* text = container.text()) {
        if (!item.text())
            failValue("'in <string>' requires string as left operand, not " + typeName(item));
        budget.charge(text->size() / 16);
        return text->find(*item.text()) != text->npos;
    }
    if (const auto* sequence = container.sequence())
        return std::ranges::any_of(sequence->items, [&](const Value& value) { return areEqual(value, item, budget); });
    if (const auto* dict = container.dict()) {
        int depth = 0;
        budget.charge(dict->entries.size() / 16);
        return lookUp(*dict, item, budget, depth) != nullptr;
    }
    failValue("argument of type '" + typeName(container) + "' is not iterable");
}

std::vector<Value> elements(const Value& value, Budget& budget)
{
    if (value.isUndefined())
        return {};
    if (auto* sequence = value.sequence()) {
        budget.charge(sequence->items.size());
        return sequence->kind == Sequence::Kind::generator ? std::exchange(sequence->items, {}) : sequence->items;
    }
    std::vector<Value> items;
    if (const auto* dict = value.dict()) {
        budget.charge(dict->entries.size());
        for (const auto& entry : dict->entries)
            items.push_back(entry.first);
        return items;
    }
    if (const auto* text = value.text()) {
        budget.charge(4 * text->size());
        for (const auto piece : splitCodePoints(*text))
            items.emplace_back(piece);
        return items;
    }
    failValue("'" + typeName(value) + "' object is not iterable");
}

std::size_t lengthOf(const Value& value)
{
    if (value.isUndefined())
        return 0;
    if (const auto* text = value.text())
        return countCodePoints(*text);
    if (const auto* dict = value.dict())
        return dict->entries.size();
    if (const auto* sequence = value.sequence(); sequence && sequence->kind != Sequence::Kind::generator)
        return sequence->items.size();
    failValue("object of type '" + typeName(value) + "' has no length");
}

void requireDefined(const Value& value)
{
    if (const auto* undefined = value.as<Undefined>())
        failValue(undefined->reason ? *undefined->reason : "a value is undefined");
}

bool isInteger(const Value& value) { return value.as<std::int64_t>() || value.as<bool>(); }
bool isNumber(const Value& value) { return isInteger(value) || value.as<double>(); }

double asReal(const Value& value)
{
    if (const auto* real = value.as<double>())
        return *real;
    return double(asInteger(value, "number"));
}

std::int64_t asInteger(const Value& value, std::string_view what)
{
    if (const auto* integer = value.as<std::int64_t>())
        return *integer;
    if (const auto* boolean = value.as<bool>())
        return *boolean;
    requireDefined(value);
    failValue(std::string(what) + " must be an integer, not '" + typeName(value) + "'");
}

} // namespace cutaway::chat::jinja
