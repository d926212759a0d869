#include "engine/base/text.h"

#include <array>
#include <cstdio>

namespace cutaway::base {

std::string formatBytes(std::uint64_t bytes)
{
    static constexpr std::array<const char*, 5> units { "B", "KiB", "MiB", "GiB", "TiB" };
    auto value = double(bytes);
    std::size_t unit = 0;
    while (value >= 1024.0 && unit + 1 < units.size()) {
        value /= 1024.0;
        ++unit;
    }
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    return text.data();
}

std::string quoted(std::string_view text, std::size_t maxBytes)
{
    std::string out = "'";
    for (std::size_t i = 0; i < text.size() && i < maxBytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte != 0x7f) {
            out += text[i];
        } else {
            std::array<char, 8> hex {};
            std::snprintf(hex.data(), hex.size(), "\\x%02x", byte);
            out += hex.data();
        }
    }
    if (text.size() > maxBytes)
        out += "...";
    return out + "'";
}

} // namespace cutaway::base
