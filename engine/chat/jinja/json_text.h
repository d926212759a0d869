#pragma once
#include "engine/chat/jinja/function_table.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

/// Values from JSON and back.
namespace cutaway::chat::jinja {

/// Integers stay integers, other numbers become real; keys keep their order.
Value fromJson(const nlohmann::ordered_json& json, Heap& heap, Budget& budget);

struct JsonStyle {
    bool ensureAscii = false;
    std::optional<std::string> indent; ///< absent: one line
    std::string itemSeparator = ", ";
    std::string keySeparator = ": ";
    bool sortKeys = false;
};
/// As Python's json.dumps writes it. Error: a value that JSON cannot hold.
std::string toJson(const Value& value, const JsonStyle& style, Budget& budget);

} // namespace cutaway::chat::jinja
