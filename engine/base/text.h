#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace cutaway::base {

/// "92.0 MiB", "231 B": binary units, one decimal, never localised.
std::string formatBytes(std::uint64_t bytes);

/// Shortens hostile text for a message: control characters and bytes that are no UTF-8 as \xNN, cut at a character after maxBytes with "...".
std::string quoted(std::string_view text, std::size_t maxBytes = 64);

/// The text with every `what`, from left to right, given way to `by`. @pre what is not empty
std::string replaced(std::string_view text, std::string_view what, std::string_view by);

} // namespace cutaway::base
