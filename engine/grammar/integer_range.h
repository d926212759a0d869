#pragma once
#include <cstdint>
#include <string>

namespace cutaway::grammar {

/// Integers in schemas have at most 16 digits.
constexpr std::int64_t kLargestInteger = 9'999'999'999'999'999;

/// The GBNF expression for the decimal forms of all integers from first to last, without leading zeros and without "-0".
/// @pre -kLargestInteger <= first <= last <= kLargestInteger
std::string integerRange(std::int64_t first, std::int64_t last);

} // namespace cutaway::grammar
