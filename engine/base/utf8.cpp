#include "engine/base/utf8.h"

#include <cstring>

namespace cutaway::base {
namespace {

/// Smallest code point that needs `length` bytes: anything below is an overlong form.
char32_t smallest(std::size_t length) { return length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000; }

} // namespace

std::size_t utf8Length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

Utf8Char decodeUtf8(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80)
        return { .codePoint = lead, .length = 1, .valid = true };
    const std::size_t length = utf8Length(lead);
    if (length == 0 || text.size() - at < length)
        return {};
    char32_t codePoint = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if ((byte & 0xC0) != 0x80)
            return {};
        codePoint = (codePoint << 6) | (byte & 0x3F);
    }
    const bool surrogate = codePoint >= 0xD800 && codePoint < 0xE000;
    if (codePoint < smallest(length) || surrogate || codePoint > 0x10FFFF)
        return {};
    return { .codePoint = codePoint, .length = std::uint8_t(length), .valid = true };
}

void appendUtf8(std::string& out, char32_t codePoint)
{
    if (codePoint < 0x80) {
        out += char(codePoint);
    } else if (codePoint < 0x800) {
        out += char(0xC0 | (codePoint >> 6));
        out += char(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        out += char(0xE0 | (codePoint >> 12));
        out += char(0x80 | ((codePoint >> 6) & 0x3F));
        out += char(0x80 | (codePoint & 0x3F));
    } else {
        out += char(0xF0 | (codePoint >> 18));
        out += char(0x80 | ((codePoint >> 12) & 0x3F));
        out += char(0x80 | ((codePoint >> 6) & 0x3F));
        out += char(0x80 | (codePoint & 0x3F));
    }
}

bool isUtf8(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080u;
    for (std::size_t at = 0; at < text.size();) {
        std::uint64_t eight = kHighBits;
        if (at + sizeof eight <= text.size())
            std::memcpy(&eight, text.data() + at, sizeof eight);
        if ((eight & kHighBits) == 0) { // eight characters of ASCII
            at += sizeof eight;
            continue;
        }
        const Utf8Char c = decodeUtf8(text, at);
        if (!c.valid)
            return false;
        at += c.length;
    }
    return true;
}

} // namespace cutaway::base
