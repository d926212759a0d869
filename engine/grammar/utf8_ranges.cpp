#include "engine/grammar/utf8_ranges.h"

#include "engine/base/utf8.h"

#include <algorithm>

namespace cutaway::grammar {
namespace {

constexpr char32_t kLast = 0x10FFFF;

/// Both ends have UTF-8 forms of one length. Cuts off what does not fill whole blocks of continuation bytes, from both sides.
void split(char32_t first, char32_t last, std::vector<ByteSequence>& out)
{
    for (int bits = 6; bits <= 18; bits += 6) {
        const char32_t mask = (char32_t(1) << bits) - 1;
        if ((first & ~mask) == (last & ~mask) || first < 0x80)
            break;
        if ((first & mask) != 0) {
            split(first, first | mask, out);
            return split((first | mask) + 1, last, out);
        }
        if ((last & mask) != mask) {
            split(first, (last & ~mask) - 1, out);
            return split(last & ~mask, last, out);
        }
    }
    std::string low, high;
    base::appendUtf8(low, first);
    base::appendUtf8(high, last);
    ByteSequence sequence { .length = std::uint8_t(low.size()) };
    for (std::size_t i = 0; i < low.size(); ++i)
        sequence.bytes[i] = { std::uint8_t(low[i]), std::uint8_t(high[i]) };
    out.push_back(sequence);
}

} // namespace

std::vector<CodeRange> normalized(std::vector<CodeRange> ranges, bool negated)
{
    std::ranges::sort(ranges, {}, &CodeRange::first);
    std::vector<CodeRange> wanted;
    char32_t next = 1;
    for (const CodeRange& range : ranges) {
        const char32_t first = std::max(range.first, next), last = std::min(range.last, kLast);
        if (first > last)
            continue;
        if (!negated)
            wanted.push_back({ first, last });
        else if (first > next)
            wanted.push_back({ next, first - 1 });
        next = last + 1;
    }
    if (negated && next <= kLast)
        wanted.push_back({ next, kLast });
    std::vector<CodeRange> result;
    for (const CodeRange& range : wanted) {
        if (range.first < 0xD800)
            result.push_back({ range.first, std::min<char32_t>(range.last, 0xD7FF) });
        if (range.last > 0xDFFF)
            result.push_back({ std::max<char32_t>(range.first, 0xE000), range.last });
    }
    return result;
}

std::vector<ByteSequence> utf8Sequences(const std::vector<CodeRange>& ranges)
{
    std::vector<ByteSequence> sequences;
    for (const CodeRange& range : ranges) {
        char32_t first = range.first;
        for (const char32_t limit : { char32_t(0x7F), char32_t(0x7FF), char32_t(0xFFFF), kLast }) {
            if (first <= limit && first <= range.last) {
                split(first, std::min(limit, range.last), sequences);
                first = limit + 1;
            }
        }
    }
    return sequences;
}

} // namespace cutaway::grammar
