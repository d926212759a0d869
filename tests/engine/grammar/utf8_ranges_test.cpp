#include "engine/grammar/utf8_ranges.h"

#include "engine/base/utf8.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <random>

using namespace cutaway;
using namespace cutaway::grammar;

namespace {

bool spells(const std::vector<ByteSequence>& sequences, char32_t code)
{
    std::string bytes;
    base::appendUtf8(bytes, code);
    return std::ranges::any_of(sequences, [&](const ByteSequence& sequence) {
        bool all = sequence.length == bytes.size();
        for (std::size_t i = 0; all && i < bytes.size(); ++i)
            all = sequence.bytes[i].first <= std::uint8_t(bytes[i]) && std::uint8_t(bytes[i]) <= sequence.bytes[i].last;
        return all;
    });
}

bool isListed(const std::vector<CodeRange>& ranges, char32_t code)
{
    return std::ranges::any_of(ranges, [code](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

void checkAround(const std::vector<CodeRange>& ranges, bool negated)
{
    const auto sequences = utf8Sequences(normalized(ranges, negated));
    std::vector<char32_t> tried { 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF };
    for (const CodeRange& range : ranges) {
        for (const int offset : { -1, 0, 1 }) {
            tried.push_back(char32_t(int(range.first) + offset));
            tried.push_back(char32_t(int(range.last) + offset));
        }
        tried.push_back(range.first + (range.last - range.first) / 2);
    }
    for (const char32_t code : tried) {
        if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
            continue;
        INFO(std::uint32_t(code) << " negated " << negated);
        REQUIRE(spells(sequences, code) == (isListed(ranges, code) != negated));
    }
}

} // namespace

TEST_CASE("byte sequences spell the code points of a set and no others")
{
    std::mt19937 engine(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<CodeRange> ranges(engine() % 4);
        for (CodeRange& range : ranges) {
            const char32_t limit = round % 3 == 0 ? 0x10FFFF : round % 3 == 1 ? 0xFFFF : 0x900;
            range.first = 1 + engine() % limit;
            range.last = std::min<char32_t>(0x10FFFF, range.first + engine() % (round % 2 == 0 ? 0x50000 : 0x100));
        }
        checkAround(ranges, false);
        checkAround(ranges, true);
    }
}

TEST_CASE("surrogates, U+0000 and what is above U+10FFFF are in no set")
{
    CHECK(normalized({ { 0, 0 } }, false).empty());
    CHECK(normalized({ { 0xD800, 0xDFFF } }, false).empty());
    CHECK(normalized({ { 0x110000, 0x7FFFFFFF } }, false).empty());
    CHECK(normalized({}, true) == std::vector<CodeRange> { { 1, 0xD7FF }, { 0xE000, 0x10FFFF } });
    CHECK(normalized({ { 'a', 'c' }, { 'b', 'd' }, { 'a', 'a' } }, false) == std::vector<CodeRange> { { 'a', 'c' }, { 'd', 'd' } });
}
