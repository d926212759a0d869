#include "engine/chat/jinja/unicode.h"

#include "engine/base/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

namespace cutaway::chat::jinja {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

template <class Map> std::string mapped(std::string_view text, Map map)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto [codePoint, bytes, valid] = base::decodeUtf8(text, i);
        if (valid)
            appendUtf8(out, map(codePoint));
        else
            out += text.substr(i, bytes);
        i += bytes;
    }
    return out;
}

std::uint32_t upper(std::uint32_t codePoint) { return std::uint32_t(utf8proc_toupper(utf8proc_int32_t(codePoint))); }
std::uint32_t lower(std::uint32_t codePoint) { return std::uint32_t(utf8proc_tolower(utf8proc_int32_t(codePoint))); }
utf8proc_category_t category(std::uint32_t codePoint) { return utf8proc_category(utf8proc_int32_t(codePoint)); }

bool isLineEnd(std::uint32_t c) { return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029; }

bool belongs(std::string_view piece, const std::string* characters)
{
    if (!characters)
        return isWhitespace(codePointAt(piece, 0));
    for (std::size_t i = 0; i < characters->size(); i += codePointBytes(*characters, i)) {
        if (std::string_view(*characters).substr(i, codePointBytes(*characters, i)) == piece)
            return true;
    }
    return false;
}

std::size_t lastCodePoint(std::string_view text)
{
    std::size_t start = text.size() - 1;
    while (start > 0 && text.size() - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
        --start;
    return start + codePointBytes(text, start) == text.size() ? start : text.size() - 1;
}

} // namespace

std::size_t codePointBytes(std::string_view text, std::size_t offset) { return base::decodeUtf8(text, offset).length; }
std::uint32_t codePointAt(std::string_view text, std::size_t offset) { return base::decodeUtf8(text, offset).codePoint; }

std::size_t countCodePoints(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); i += codePointBytes(text, i))
        ++count;
    return count;
}

std::vector<std::string_view> splitCodePoints(std::string_view text)
{
    std::vector<std::string_view> pieces;
    pieces.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); i += pieces.back().size())
        pieces.push_back(text.substr(i, codePointBytes(text, i)));
    return pieces;
}

void appendUtf8(std::string& out, std::uint32_t codePoint)
{
    const bool valid = utf8proc_codepoint_valid(utf8proc_int32_t(codePoint));
    base::appendUtf8(out, valid ? char32_t(codePoint) : kReplacement);
}

bool isWhitespace(std::uint32_t c)
{
    if (c < 0x80)
        return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    const auto kind = category(c);
    return c == 0x85 || kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

bool isPrintable(std::uint32_t c)
{
    if (c == ' ')
        return true;
    switch (category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    default: // a type of utf8proc, not ours: all others are visible
        return true;
    }
}

bool isAlphabetic(std::uint32_t c)
{
    const auto kind = category(c);
    return kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LL || kind == UTF8PROC_CATEGORY_LT || kind == UTF8PROC_CATEGORY_LM
        || kind == UTF8PROC_CATEGORY_LO;
}

bool isDecimalDigit(std::uint32_t c) { return category(c) == UTF8PROC_CATEGORY_ND; }
bool isUpperCase(std::uint32_t c) { return category(c) == UTF8PROC_CATEGORY_LU; }
bool isLowerCase(std::uint32_t c) { return category(c) == UTF8PROC_CATEGORY_LL; }

std::string toUpper(std::string_view text) { return mapped(text, upper); }
std::string toLower(std::string_view text) { return mapped(text, lower); }

std::string capitalized(std::string_view text)
{
    bool first = true;
    return mapped(text, [&first](std::uint32_t c) { return std::exchange(first, false) ? upper(c) : lower(c); });
}

std::string titled(std::string_view text)
{
    bool inWord = false;
    return mapped(text, [&inWord](std::uint32_t c) {
        const std::uint32_t changed = inWord ? lower(c) : upper(c);
        inWord = isAlphabetic(c);
        return changed;
    });
}

std::string_view stripped(std::string_view text, Side side, const std::string* characters)
{
    while (side != Side::right && !text.empty()) {
        const auto first = text.substr(0, codePointBytes(text, 0));
        if (!belongs(first, characters))
            break;
        text.remove_prefix(first.size());
    }
    while (side != Side::left && !text.empty()) {
        const std::size_t last = lastCodePoint(text);
        if (!belongs(text.substr(last), characters))
            break;
        text = text.substr(0, last);
    }
    return text;
}

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto [codePoint, bytes, valid] = base::decodeUtf8(text, i);
        const std::size_t end = i;
        i += bytes;
        if (!isLineEnd(codePoint))
            continue;
        if (codePoint == '\r' && i < text.size() && text[i] == '\n')
            ++i;
        lines.push_back(text.substr(start, end - start));
        start = i;
    }
    if (start < text.size())
        lines.push_back(text.substr(start));
    return lines;
}

} // namespace cutaway::chat::jinja
