#include "engine/base/text.h"
#include "engine/chat/jinja/filters.h"
#include "engine/chat/jinja/text_functions.h"
#include "engine/chat/jinja/value_access.h"
#include "engine/chat/jinja/value_operations.h"
#include "engine/chat/jinja/value_text.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace cutaway::chat::jinja {
namespace {

Value generator(Environment& environment, std::vector<Value> items)
{
    return environment.heap.sequence(Sequence::Kind::generator, std::move(items));
}

/// What sort, min, max and unique compare: the attribute if one is named, in lower case unless case counts.
class SortKey {
public:
    SortKey(Environment& environment, const Value* attribute, bool caseSensitive)
        : m_environment(environment)
        , m_attribute(attribute && !attribute->isNone() ? attribute : nullptr)
        , m_caseSensitive(caseSensitive)
    {
    }
    Value operator()(const Value& item) const
    {
        Value value = m_attribute ? pathOf(m_environment, item, *m_attribute) : item;
        if (m_caseSensitive || !value.text())
            return value;
        m_environment.budget.chargeText(value.text()->size(), 0);
        return toLower(*value.text());
    }

private:
    Environment& m_environment;
    const Value* m_attribute;
    bool m_caseSensitive;
};

struct Keyed {
    Value key, item;
};

std::vector<Keyed> keyed(std::vector<Value> items, const SortKey& key)
{
    std::vector<Keyed> result;
    result.reserve(items.size());
    for (Value& item : items)
        result.push_back({ key(item), std::move(item) });
    return result;
}

/// A comparison may throw: what is then left in `items` is thrown away with the render.
void sortKeyed(std::vector<Keyed>& items, bool reverse, Budget& budget)
{
    std::stable_sort(items.begin(), items.end(),
        [&](const Keyed& a, const Keyed& b) { return reverse ? ordering(b.key, a.key, budget) < 0 : ordering(a.key, b.key, budget) < 0; });
}

Value itemsOf(std::vector<Keyed>& sorted, Environment& environment)
{
    std::vector<Value> items;
    items.reserve(sorted.size());
    for (Keyed& entry : sorted)
        items.push_back(std::move(entry.item));
    return list(environment, std::move(items));
}

Value sorted(Environment& environment, const Value& self, const Call& call)
{
    auto items = keyed(elements(self, environment.budget), SortKey(environment, call.find(2), call.flag(1)));
    sortKeyed(items, call.flag(0), environment.budget);
    return itemsOf(items, environment);
}

Value pairOf(Environment& environment, const std::pair<Value, Value>& entry) { return tuple(environment, { entry.first, entry.second }); }

Value dictSorted(Environment& environment, const Value& self, const Call& call)
{
    requireDefined(self);
    if (!self.dict())
        failValue("dictsort needs a dict, not '" + typeName(self) + "'");
    const bool byValue = call.find(1) && call.text(1) == "value";
    const SortKey key(environment, nullptr, call.flag(0));
    std::vector<Keyed> items;
    for (const auto& entry : self.dict()->entries)
        items.push_back({ key(byValue ? entry.second : entry.first), pairOf(environment, entry) });
    sortKeyed(items, call.flag(2), environment.budget);
    return itemsOf(items, environment);
}

Value extreme(Environment& environment, const Value& self, const Call& call, int sign)
{
    const auto items = keyed(elements(self, environment.budget), SortKey(environment, call.find(1), call.flag(0)));
    const Keyed* best = nullptr;
    for (const Keyed& entry : items) {
        if (!best || sign * ordering(entry.key, best->key, environment.budget) > 0)
            best = &entry;
    }
    return best ? best->item : Undefined { std::make_shared<const std::string>("an empty sequence has no smallest or largest element") };
}
Value smallest(Environment& environment, const Value& self, const Call& call) { return extreme(environment, self, call, -1); }
Value largest(Environment& environment, const Value& self, const Call& call) { return extreme(environment, self, call, 1); }

Value unique(Environment& environment, const Value& self, const Call& call)
{
    std::vector<Value> seen, kept;
    const SortKey key(environment, call.find(1), call.flag(0));
    for (const Value& item : elements(self, environment.budget)) {
        Value identity = key(item);
        if (std::ranges::any_of(seen, [&](const Value& other) { return areEqual(identity, other, environment.budget); }))
            continue;
        seen.push_back(std::move(identity));
        kept.push_back(item);
    }
    return generator(environment, std::move(kept));
}

Value sum(Environment& environment, const Value& self, const Call& call)
{
    Value total = call.find(1) ? call.at(1) : Value(std::int64_t(0));
    for (const Value& item : elements(self, environment.budget)) {
        const Value& term = call.find(0) && !call.at(0).isNone() ? pathOf(environment, item, call.at(0)) : item;
        total = apply(BinaryOperator::add, total, term, environment.heap, environment.budget);
    }
    return total;
}

Value first(Environment& environment, const Value& self, const Call&)
{
    const auto items = elements(self, environment.budget);
    return items.empty() ? Undefined { std::make_shared<const std::string>("an empty sequence has no first element") } : items.front();
}

Value last(Environment& environment, const Value& self, const Call&)
{
    const auto items = elements(self, environment.budget);
    return items.empty() ? Undefined { std::make_shared<const std::string>("an empty sequence has no last element") } : items.back();
}

Value length(Environment&, const Value& self, const Call&) { return Value::ofSize(lengthOf(self)); }
Value asList(Environment& environment, const Value& self, const Call&) { return list(environment, elements(self, environment.budget)); }

Value joined(Environment& environment, const Value& self, const Call& call)
{
    std::vector<Value> items = elements(self, environment.budget);
    if (call.find(1) && !call.at(1).isNone()) {
        for (Value& item : items)
            item = pathOf(environment, item, call.at(1));
    }
    return joinedText(items, call.find(0) ? toText(call.at(0), environment.budget) : "", environment.budget);
}

Value pairs(Environment& environment, const Value& self, const Call&)
{
    if (!self.isUndefined() && !self.dict())
        failValue("items needs a dict, not '" + typeName(self) + "'");
    std::vector<Value> items;
    if (self.dict()) {
        for (const auto& entry : self.dict()->entries)
            items.push_back(pairOf(environment, entry));
    }
    return generator(environment, std::move(items));
}

Value reversed(Environment& environment, const Value& self, const Call&)
{
    if (const auto* text = self.text()) {
        const auto pieces = splitCodePoints(*text);
        std::string out;
        for (const auto& piece : pieces | std::views::reverse)
            out += piece;
        return out;
    }
    std::vector<Value> items = elements(self, environment.budget);
    std::ranges::reverse(items);
    return generator(environment, std::move(items));
}

Value batched(Environment& environment, const Value& self, const Call& call)
{
    const auto size = std::size_t(std::max<std::int64_t>(1, call.integer(0, 1)));
    std::vector<Value> rows;
    std::vector<Value> row;
    for (const Value& item : elements(self, environment.budget)) {
        row.push_back(item);
        if (row.size() == size)
            rows.push_back(list(environment, std::exchange(row, {})));
    }
    if (!row.empty()) {
        if (call.find(1))
            environment.budget.charge(size);
        row.resize(call.find(1) ? size : row.size(), call.find(1) ? call.at(1) : Value());
        rows.push_back(list(environment, std::move(row)));
    }
    return generator(environment, std::move(rows));
}

/// The arguments from `start` on, for the filter or test that they name.
Arguments rest(const Arguments& all, std::size_t start)
{
    Arguments arguments;
    arguments.positional.assign(all.positional.begin() + std::ptrdiff_t(start), all.positional.end());
    arguments.named = all.named;
    return arguments;
}

const Value* named(const Arguments& arguments, std::string_view name)
{
    const auto it = std::ranges::find(arguments.named, name, &std::pair<std::string, Value>::first);
    return it == arguments.named.end() ? nullptr : &it->second;
}

Value mapped(Environment& environment, const Value& self, const Call& call)
{
    std::vector<Value> items = elements(self, environment.budget);
    const Arguments& all = call.all();
    if (const Value* attribute = named(all, "attribute"); attribute && all.positional.empty()) {
        const Value* fallback = named(all, "default");
        for (Value& item : items) {
            item = pathOf(environment, item, *attribute);
            if (fallback && item.isUndefined())
                item = *fallback;
        }
        return generator(environment, std::move(items));
    }
    if (all.positional.empty())
        failValue("map needs a filter name or an attribute");
    const FunctionRow* row = findFilter(call.text(0));
    if (!row)
        failValue("the filter " + base::quoted(call.text(0)) + " is unknown");
    const Arguments arguments = rest(all, 1);
    for (Value& item : items)
        item = invoke(*row, environment, item, arguments);
    return generator(environment, std::move(items));
}

struct Choice {
    bool byAttribute;
    bool keeps;
};

Value chosen(Environment& environment, const Value& self, const Call& call, Choice choice)
{
    const std::size_t testAt = choice.byAttribute ? 1 : 0;
    if (choice.byAttribute && !call.find(0))
        failValue("an attribute name is needed");
    const FunctionRow* test = nullptr;
    if (call.find(testAt)) {
        test = findTest(call.text(testAt));
        if (!test)
            failValue("the test " + base::quoted(call.text(testAt)) + " is unknown");
    }
    const Arguments arguments = test ? rest(call.all(), testAt + 1) : Arguments {};
    std::vector<Value> kept;
    for (const Value& item : elements(self, environment.budget)) {
        const Value subject = choice.byAttribute ? pathOf(environment, item, call.at(0)) : item;
        environment.budget.charge(1);
        if (isTrue(test ? invoke(*test, environment, subject, arguments) : subject) == choice.keeps)
            kept.push_back(item);
    }
    return generator(environment, std::move(kept));
}

Value selected(Environment& environment, const Value& self, const Call& call) { return chosen(environment, self, call, { false, true }); }
Value rejected(Environment& environment, const Value& self, const Call& call) { return chosen(environment, self, call, { false, false }); }
Value selectedBy(Environment& environment, const Value& self, const Call& call) { return chosen(environment, self, call, { true, true }); }
Value rejectedBy(Environment& environment, const Value& self, const Call& call) { return chosen(environment, self, call, { true, false }); }

constexpr std::array kTable {
    FunctionRow { "batch", "linecount fill_with", 1, batched },
    FunctionRow { "count", "", 0, length },
    FunctionRow { "dictsort", "case_sensitive by reverse", 0, dictSorted },
    FunctionRow { "first", "", 0, first },
    FunctionRow { "items", "", 0, pairs },
    FunctionRow { "join", "d attribute", 0, joined },
    FunctionRow { "last", "", 0, last },
    FunctionRow { "length", "", 0, length },
    FunctionRow { "list", "", 0, asList },
    FunctionRow { "map", "*", 0, mapped },
    FunctionRow { "max", "case_sensitive attribute", 0, largest },
    FunctionRow { "min", "case_sensitive attribute", 0, smallest },
    FunctionRow { "reject", "*", 0, rejected },
    FunctionRow { "rejectattr", "*", 0, rejectedBy },
    FunctionRow { "reverse", "", 0, reversed },
    FunctionRow { "select", "*", 0, selected },
    FunctionRow { "selectattr", "*", 0, selectedBy },
    FunctionRow { "sort", "reverse case_sensitive attribute", 0, sorted },
    FunctionRow { "sum", "attribute start", 0, sum },
    FunctionRow { "unique", "case_sensitive attribute", 0, unique },
};

} // namespace

std::span<const FunctionRow> sequenceFilters() { return kTable; }

} // namespace cutaway::chat::jinja
