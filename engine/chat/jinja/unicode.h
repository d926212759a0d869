#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Strings as Python sees them: sequences of code points. Bytes that are not UTF-8 count as one code point each and are kept as they are.
namespace cutaway::chat::jinja {

/// Bytes of the code point that starts at `offset` (1 for a stray byte).
std::size_t codePointBytes(std::string_view text, std::size_t offset);
/// The code point that starts at `offset`; U+FFFD for a stray byte.
std::uint32_t codePointAt(std::string_view text, std::size_t offset);
std::size_t countCodePoints(std::string_view text);
/// One piece per code point; the pieces borrow from `text`.
std::vector<std::string_view> splitCodePoints(std::string_view text);
void appendUtf8(std::string& out, std::uint32_t codePoint);

bool isWhitespace(std::uint32_t codePoint);
bool isPrintable(std::uint32_t codePoint);
bool isAlphabetic(std::uint32_t codePoint);
bool isDecimalDigit(std::uint32_t codePoint);
bool isUpperCase(std::uint32_t codePoint);
bool isLowerCase(std::uint32_t codePoint);

std::string toUpper(std::string_view text);
std::string toLower(std::string_view text);
/// First code point upper, the others lower.
std::string capitalized(std::string_view text);
/// Each run of letters capitalized.
std::string titled(std::string_view text);

enum class Side { left, right, both };
/// Without the code points of `characters` at the given sides; with null, without whitespace.
std::string_view stripped(std::string_view text, Side side, const std::string* characters = nullptr);
/// Lines without their ends (\n, \r\n, \r and the Unicode ones); no empty last line.
std::vector<std::string_view> splitLines(std::string_view text);

} // namespace cutaway::chat::jinja
