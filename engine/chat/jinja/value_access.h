#pragma once
#include "engine/chat/jinja/function_table.h"

#include <optional>

/// `value.name`, `value[key]` and slices. Reaches data, the methods of the tables and nothing else.
namespace cutaway::chat::jinja {

/// A method of that name comes before a key of that name, as in the reference environment.
Value attributeOf(Environment& environment, const Value& object, const std::string& name);
/// A key of that name comes before a method. A missing key or index is undefined.
Value itemOf(Environment& environment, const Value& object, const Value& key);
/// The path of map(attribute='a.b.0'): each part as itemOf().
Value pathOf(Environment& environment, const Value& object, const Value& path);

struct SliceBounds {
    std::optional<std::int64_t> start, stop, step;
};
Value sliceOf(Environment& environment, const Value& object, const SliceBounds& bounds);

} // namespace cutaway::chat::jinja
