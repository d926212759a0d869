#include "engine/tokenizer/unicode.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utf8proc.h>

namespace cutaway::tokenizer {
namespace {

CharSetBits categoryBits(char32_t codePoint)
{
    switch (utf8proc_category(utf8proc_int32_t(codePoint))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT: return charbit::upper;
    case UTF8PROC_CATEGORY_LL: return charbit::lower;
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO: return charbit::caseless;
    case UTF8PROC_CATEGORY_MN: return charbit::mark | charbit::nonspacing;
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return charbit::mark;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return charbit::number;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO: return charbit::punctuation;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO: return charbit::symbol;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO: return charbit::other;
    default: return 0; // separators, unassigned
    }
}

bool isSpace(char32_t c)
{
    return (c >= 0x9 && c <= 0xD) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028
        || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Sorts each run of combining marks by class, as normalisation wants it. utf8proc's own ordering is quadratic in the length of a run.
void orderMarks(std::vector<utf8proc_int32_t>& text)
{
    struct Mark {
        utf8proc_propval_t combiningClass;
        std::size_t position; ///< marks of one class keep their order
        utf8proc_int32_t codePoint;
    };
    std::vector<Mark> run;
    for (std::size_t first = 0; first < text.size(); first += run.size() + 1) {
        run.clear();
        for (std::size_t at = first; at < text.size(); ++at) {
            const utf8proc_propval_t combiningClass = utf8proc_get_property(text[at])->combining_class;
            if (combiningClass == 0)
                break;
            run.push_back({ combiningClass, at, text[at] });
        }
        std::ranges::sort(run,
            [](const Mark& a, const Mark& b) { return std::tie(a.combiningClass, a.position) < std::tie(b.combiningClass, b.position); });
        for (std::size_t i = 0; i < run.size(); ++i)
            text[first + i] = run[i].codePoint;
    }
}

/// Form D.
std::vector<utf8proc_int32_t> decomposed(std::string_view text)
{
    std::vector<utf8proc_int32_t> points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const base::Utf8Char c = base::decodeUtf8(text, at);
        std::array<utf8proc_int32_t, 32> parts {}; // the longest canonical decomposition has 4
        int boundary = 0;
        const auto count = utf8proc_decompose_char(utf8proc_int32_t(c.codePoint), parts.data(), utf8proc_ssize_t(parts.size()),
            utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE), &boundary);
        points.insert(points.end(), parts.begin(), parts.begin() + std::clamp<std::ptrdiff_t>(count, 0, std::ptrdiff_t(parts.size())));
        at += c.length;
    }
    orderMarks(points);
    return points;
}

} // namespace

CharSetBits bitsOf(char32_t codePoint)
{
    CharSetBits bits = categoryBits(codePoint);
    if (isSpace(codePoint))
        bits |= charbit::space;
    if (codePoint == '\r' || codePoint == '\n')
        bits |= charbit::newline;
    if (codePoint < 0x80) {
        if (bits & charbit::letter)
            bits |= charbit::asciiLetter;
        else if (bits & charbit::number)
            bits |= charbit::asciiDigit;
        else if (bits & (charbit::punctuation | charbit::symbol))
            bits |= charbit::asciiSign;
    }
    return bits;
}

std::vector<Char> charactersOf(std::string_view text)
{
    // Looking a category up takes longer than everything else here: those of the first plane are kept.
    static const auto kBits = [] {
        std::vector<CharSetBits> bits(0x10000);
        for (std::size_t c = 0; c < bits.size(); ++c)
            bits[c] = bitsOf(char32_t(c));
        return bits;
    }();
    std::vector<Char> characters;
    characters.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const base::Utf8Char c = base::decodeUtf8(text, at);
        characters.push_back({ .codePoint = c.codePoint,
            .offset = std::uint32_t(at),
            .bits = c.codePoint < kBits.size() ? kBits[c.codePoint] : bitsOf(c.codePoint) });
        at += c.length;
    }
    return characters;
}

std::string repairUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const base::Utf8Char c = base::decodeUtf8(text, at);
        if (c.valid)
            out += text.substr(at, c.length);
        else
            base::appendUtf8(out, c.codePoint);
        at += c.length;
    }
    return out;
}

char32_t lowerCase(char32_t codePoint) { return char32_t(utf8proc_tolower(utf8proc_int32_t(codePoint))); }

std::u32string normalizeNfd(std::string_view text)
{
    const std::vector<utf8proc_int32_t> points = decomposed(text);
    return { points.begin(), points.end() };
}

std::string normalizeNfc(std::string_view text)
{
    // Nothing below U+0300 combines with anything.
    const bool plain = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xCC; });
    if (plain)
        return std::string(text);
    std::vector<utf8proc_int32_t> points = decomposed(text);
    const auto length =
        utf8proc_normalize_utf32(points.data(), utf8proc_ssize_t(points.size()), utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    points.resize(std::size_t(std::max<utf8proc_ssize_t>(length, 0)));
    std::string out;
    out.reserve(text.size());
    for (const utf8proc_int32_t point : points)
        base::appendUtf8(out, char32_t(point));
    return out;
}

} // namespace cutaway::tokenizer
