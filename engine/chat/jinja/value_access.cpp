#include "engine/chat/jinja/value_access.h"

#include "engine/base/text.h"
#include "engine/chat/jinja/unicode.h"
#include "engine/chat/jinja/value_operations.h"

#include <algorithm>
#include <charconv>

namespace cutaway::chat::jinja {
namespace {

Value missing(const Value& object, std::string_view name)
{
    return Undefined { std::make_shared<const std::string>("'" + typeName(object) + "' has no item or attribute " + base::quoted(name)) };
}

/// What `loop.name` is; empty when the loop has no such attribute.
std::optional<Value> loopAttribute(Environment& environment, Loop* loop, std::string_view name)
{
    const auto index = std::int64_t(loop->index);
    const auto length = std::int64_t(loop->items.size());
    if (name == "index0")
        return index;
    if (name == "index")
        return index + 1;
    if (name == "revindex")
        return length - index;
    if (name == "revindex0")
        return length - index - 1;
    if (name == "first")
        return index == 0;
    if (name == "last")
        return index + 1 == length;
    if (name == "length")
        return length;
    if (name == "depth" || name == "depth0")
        return std::int64_t(loop->depth - (name == "depth0"));
    if (name == "previtem")
        return index > 0 ? loop->items[std::size_t(index - 1)] : missing(loop, name);
    if (name == "nextitem")
        return index + 1 < length ? loop->items[std::size_t(index + 1)] : missing(loop, name);
    if (name == "cycle")
        return environment.heap.callable("cycle", [loop](const Arguments& arguments) -> Value {
            if (arguments.positional.empty())
                failValue("cycle() needs at least one argument");
            return arguments.positional[loop->index % arguments.positional.size()];
        });
    if (name == "changed")
        return environment.heap.callable("changed", [loop, &environment](const Arguments& arguments) -> Value {
            const Value now = environment.heap.sequence(Sequence::Kind::tuple, arguments.positional);
            return !areEqual(std::exchange(loop->lastChanged, now), now, environment.budget);
        });
    return std::nullopt;
}

/// Data and attributes that are no methods.
std::optional<Value> member(Environment& environment, const Value& object, const std::string& name)
{
    if (const auto* dict = object.dict()) {
        environment.budget.charge(dict->entries.size() / 16);
        if (const Value* found = dict->find(name))
            return *found;
    } else if (auto* space = object.nameSpace()) {
        if (const Value* found = space->find(name))
            return *found;
    } else if (auto* loop = object.loop()) {
        return loopAttribute(environment, loop, name);
    }
    return std::nullopt;
}

std::optional<Value> method(Environment& environment, const Value& object, const std::string& name)
{
    const FunctionRow* row = findMethod(object, name);
    if (!row)
        return std::nullopt;
    return environment.heap.callable(
        name, [row, &environment, object](const Arguments& arguments) { return invoke(*row, environment, object, arguments); });
}

Value elementAt(const Value& object, std::int64_t index)
{
    const auto length = std::int64_t(lengthOf(object));
    const std::int64_t at = index < 0 ? index + length : index;
    if (at < 0 || at >= length)
        return Undefined { std::make_shared<const std::string>(
            "'" + typeName(object) + "' of length " + std::to_string(length) + " has no element " + std::to_string(index)) };
    if (const auto* sequence = object.sequence())
        return sequence->items[std::size_t(at)];
    return splitCodePoints(*object.text())[std::size_t(at)];
}

bool isIndexed(const Value& object)
{
    if (const auto* sequence = object.sequence())
        return sequence->kind != Sequence::Kind::generator && sequence->kind != Sequence::Kind::view;
    return object.text() != nullptr;
}

/// The positions a slice visits, as Python computes them.
std::vector<std::size_t> visited(const SliceBounds& bounds, std::int64_t length)
{
    const std::int64_t step = bounds.step.value_or(1);
    if (step == 0)
        failValue("a slice's step cannot be zero");
    const auto clamped = [length, step](std::int64_t position) {
        if (position < 0)
            position = position < -length ? -1 : position + length;
        return std::clamp<std::int64_t>(position, step < 0 ? -1 : 0, step < 0 ? length - 1 : length);
    };
    const std::int64_t first = bounds.start ? clamped(*bounds.start) : step < 0 ? length - 1 : 0;
    const std::int64_t end = bounds.stop ? clamped(*bounds.stop) : step < 0 ? -1 : length;
    const std::int64_t stride = std::clamp<std::int64_t>(step, -length - 1, length + 1);
    std::vector<std::size_t> positions;
    for (std::int64_t i = first; step < 0 ? i > end : i < end; i += stride)
        positions.push_back(std::size_t(i));
    return positions;
}

} // namespace

Value attributeOf(Environment& environment, const Value& object, const std::string& name)
{
    requireDefined(object);
    if (auto found = method(environment, object, name))
        return *found;
    return member(environment, object, name).value_or(missing(object, name));
}

Value itemOf(Environment& environment, const Value& object, const Value& key)
{
    requireDefined(object);
    if (const auto* name = key.text()) {
        if (auto found = member(environment, object, *name))
            return *found;
        return method(environment, object, *name).value_or(missing(object, *name));
    }
    if (isIndexed(object) && isInteger(key)) {
        environment.budget.charge(object.text() ? object.text()->size() / 4 : 0);
        return elementAt(object, asInteger(key, "an index"));
    }
    if (const auto* dict = object.dict()) {
        for (const auto& [candidate, value] : dict->entries) {
            if (areEqual(candidate, key, environment.budget))
                return value;
        }
    }
    return missing(object, typeName(key));
}

Value pathOf(Environment& environment, const Value& object, const Value& path)
{
    const auto* text = path.text();
    if (!text)
        return itemOf(environment, object, path);
    Value current = object;
    for (std::size_t start = 0; start <= text->size();) {
        const std::size_t end = std::min(text->find('.', start), text->size());
        const std::string part = text->substr(start, end - start);
        std::int64_t index = 0;
        const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), index);
        const bool isIndex = !part.empty() && error == std::errc {} && stop == part.data() + part.size();
        current = itemOf(environment, current, isIndex ? Value(index) : Value(part));
        start = end + 1;
    }
    return current;
}

Value sliceOf(Environment& environment, const Value& object, const SliceBounds& bounds)
{
    requireDefined(object);
    if (!isIndexed(object))
        return missing(object, "slice");
    if (const auto* sequence = object.sequence()) {
        std::vector<Value> items;
        for (const std::size_t position : visited(bounds, std::int64_t(sequence->items.size())))
            items.push_back(sequence->items[position]);
        return environment.heap.sequence(sequence->kind, std::move(items));
    }
    environment.budget.charge(4 * object.text()->size());
    const auto pieces = splitCodePoints(*object.text());
    std::string out;
    for (const std::size_t position : visited(bounds, std::int64_t(pieces.size())))
        out += pieces[position];
    return out;
}

} // namespace cutaway::chat::jinja
