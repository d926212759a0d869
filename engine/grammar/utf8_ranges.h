#pragma once
#include "engine/grammar/rules.h"

#include <array>
#include <cstdint>
#include <vector>

namespace cutaway::grammar {

struct ByteRange {
    std::uint8_t first = 0, last = 0;
};
/// The UTF-8 forms of some code points: one range for each of `length` bytes.
struct ByteSequence {
    std::array<ByteRange, 4> bytes {};
    std::uint8_t length = 0;
};

/// Sorted, without overlaps, within U+0001 to U+10FFFF and without surrogates; the rest of all characters when negated.
std::vector<CodeRange> normalized(std::vector<CodeRange> ranges, bool negated);
/// The byte sequences that together spell exactly these code points. @pre normalized
std::vector<ByteSequence> utf8Sequences(const std::vector<CodeRange>& ranges);

} // namespace cutaway::grammar
