#pragma once
#include "engine/chat/jinja/budget.h"
#include "engine/chat/jinja/value.h"

#include <string>

/// The text forms of values, as Python writes them.
namespace cutaway::chat::jinja {

/// Python's str(): what {{ }} prints. Undefined is the empty text.
std::string toText(const Value& value, Budget& budget);
/// Appends toText() without an intermediate copy of strings.
void appendText(TextSink& sink, const Value& value);
/// Python's repr() of a float: the shortest digits that read back, "1.0", "1e+16".
std::string realText(double value);

} // namespace cutaway::chat::jinja
