#include "engine/base/text.h"

#include "engine/base/utf8.h"

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
    std::size_t at = 0;
    while (at < text.size()) {
        const Utf8Char c = decodeUtf8(text, at);
        if (at + c.length > maxBytes)
            break;
        if (c.valid && c.codePoint >= 0x20 && c.codePoint != 0x7f) {
            out += text.substr(at, c.length);
        } else {
            std::array<char, 8> hex {};
            std::snprintf(hex.data(), hex.size(), "\\x%02x", static_cast<unsigned char>(text[at]));
            out += hex.data();
        }
        at += c.length;
    }
    if (at < text.size())
        out += "...";
    return out + "'";
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by)
{
    std::string out;
    out.reserve(text.size());
    std::size_t done = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, done)) {
        out.append(text, done, at - done).append(by);
        done = at + what.size();
    }
    return out.append(text.substr(done));
}

} // namespace cutaway::base
