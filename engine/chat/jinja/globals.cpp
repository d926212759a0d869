#include "engine/chat/jinja/function_table.h"
#include "engine/chat/jinja/text_functions.h"
#include "engine/chat/jinja/value_operations.h"
#include "engine/chat/jinja/value_text.h"

#include <array>

/// The functions that every template can call.
namespace cutaway::chat::jinja {
namespace {

/// The longest range that the reference environment's sandbox allows.
constexpr std::int64_t kLongestRange = 100'000;

Value raise(Environment& environment, const Value&, const Call& call)
{
    throw Failure(Failure::Kind::raised, toText(call.at(0), environment.budget));
}

Value strftimeNow(Environment& environment, const Value&, const Call& call)
{
    environment.budget.chargeText(call.text(0).size(), call.text(0).size());
    return environment.now.format(call.text(0));
}

Value range(Environment& environment, const Value&, const Call& call)
{
    const bool onlyStop = !call.find(1);
    const std::int64_t start = onlyStop ? 0 : call.integer(0, 0);
    const std::int64_t stop = call.integer(onlyStop ? 0 : 1, 0);
    const std::int64_t step = call.integer(2, 1);
    if (step == 0)
        failValue("the step of range() cannot be zero");
    std::vector<Value> items;
    for (std::int64_t i = start; step > 0 ? i < stop : i > stop;) {
        if (std::int64_t(items.size()) >= kLongestRange)
            failLimit("range() has more than " + std::to_string(kLongestRange) + " elements");
        environment.budget.charge(1);
        items.emplace_back(i);
        if (__builtin_add_overflow(i, step, &i))
            break;
    }
    return environment.heap.sequence(Sequence::Kind::range, std::move(items));
}

Value makeNamespace(Environment& environment, const Value&, const Call& call)
{
    Namespace* space = environment.heap.nameSpace();
    for (const Value& source : call.all().positional) {
        if (!source.dict())
            failValue("namespace() needs a dict or named arguments");
        for (const auto& [key, value] : source.dict()->entries)
            space->attributes.emplace_back(toText(key, environment.budget), value);
    }
    for (const auto& [name, value] : call.all().named) {
        if (Value* existing = space->find(name))
            *existing = value;
        else
            space->attributes.emplace_back(name, value);
    }
    return space;
}

Value makeDict(Environment& environment, const Value&, const Call& call)
{
    std::vector<std::pair<Value, Value>> entries;
    if (!call.all().positional.empty()) {
        const Dict* source = call.all().positional.front().dict();
        if (!source)
            failValue("dict() needs a dict or named arguments");
        entries = source->entries;
    }
    for (const auto& [name, value] : call.all().named)
        entries.emplace_back(name, value);
    return environment.heap.dict(std::move(entries));
}

/// A function that gives nothing at its first call and its separator at all others.
Value joiner(Environment& environment, const Value&, const Call& call)
{
    const Value separator = call.find(0) ? call.at(0) : Value(", ");
    return environment.heap.callable(
        "joiner", [separator, used = false](const Arguments&) mutable { return std::exchange(used, true) ? separator : Value(""); });
}

constexpr std::array kTable {
    FunctionRow { "dict", "*", 0, makeDict },
    FunctionRow { "joiner", "sep", 0, joiner },
    FunctionRow { "namespace", "*", 0, makeNamespace },
    FunctionRow { "raise_exception", "message", 1, raise },
    FunctionRow { "range", "start stop step", 1, range },
    FunctionRow { "strftime_now", "format", 1, strftimeNow },
};

} // namespace

const FunctionRow* findGlobal(std::string_view name) { return findRow(kTable, name); }

} // namespace cutaway::chat::jinja
