#pragma once
#include "engine/chat/jinja/function_table.h"

#include <span>

namespace cutaway::chat::jinja {

/// Filters on one value, mostly a text.
std::span<const FunctionRow> valueFilters();
/// Filters on rows of values.
std::span<const FunctionRow> sequenceFilters();

} // namespace cutaway::chat::jinja
