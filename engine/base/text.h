#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace cutaway::base {

/// "92.0 MiB", "231 B": binary units, one decimal, never localised.
std::string formatBytes(std::uint64_t bytes);

/// Shortens hostile text for a message: non-printable bytes as \xNN, cut after maxBytes with "...".
std::string quoted(std::string_view text, std::size_t maxBytes = 64);

} // namespace cutaway::base
