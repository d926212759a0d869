#pragma once
#include "engine/chat/jinja/function_table.h"
#include "engine/chat/jinja/unicode.h"

#include <string>

/// Text operations that filters and methods share.
namespace cutaway::chat::jinja {

/// `count` replacements at most; all of them when it is negative.
std::string replaced(const std::string& text, const std::string& from, const std::string& to, std::int64_t count, Budget& budget);
/// The text forms of the items with `separator` between them.
std::string joinedText(const std::vector<Value>& items, const std::string& separator, Budget& budget);
/// Python's str.format(): {}, {0} and {name}.
std::string formatted(const std::string& pattern, const Arguments& arguments, Budget& budget);
/// Python's str.split(): without a separator at runs of whitespace, without empty parts.
std::vector<Value> splitText(const std::string& text, const std::string* separator, std::int64_t maximum, Budget& budget);
std::vector<Value> splitTextFromRight(const std::string& text, const std::string* separator, std::int64_t maximum, Budget& budget);
/// Without the characters at a side; null: whitespace.
std::string strippedText(const std::string& text, Side side, const std::string* characters, Budget& budget);
Value tuple(Environment& environment, std::vector<Value> items);
Value list(Environment& environment, std::vector<Value> items);

} // namespace cutaway::chat::jinja
