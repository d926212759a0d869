#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// What a character is, by its Unicode general category; a set of bits.
using CharSetBits = std::uint16_t;
namespace charbit {
inline constexpr CharSetBits upper = 1;    ///< Lu, Lt
inline constexpr CharSetBits lower = 2;    ///< Ll
inline constexpr CharSetBits caseless = 4; ///< Lm, Lo
inline constexpr CharSetBits letter = upper | lower | caseless;
inline constexpr CharSetBits mark = 8;
inline constexpr CharSetBits number = 16;
inline constexpr CharSetBits punctuation = 32;
inline constexpr CharSetBits symbol = 64;
inline constexpr CharSetBits space = 128;   ///< white space, as \s matches it
inline constexpr CharSetBits newline = 256; ///< CR, LF
inline constexpr CharSetBits asciiLetter = 512;
inline constexpr CharSetBits asciiDigit = 1024;
inline constexpr CharSetBits asciiSign = 2048; ///< ASCII punctuation and symbols
inline constexpr CharSetBits other = 4096;     ///< C: controls, formats, surrogates, private use; not what is unassigned
inline constexpr CharSetBits nonspacing = 8192; ///< Mn, besides mark
} // namespace charbit

/// A character of a text.
struct Char {
    char32_t codePoint = 0;
    std::uint32_t offset = 0; ///< of its first byte in the text
    CharSetBits bits = 0;
    bool is(CharSetBits any) const { return (bits & any) != 0; }
};

CharSetBits bitsOf(char32_t codePoint);
/// The characters of a text. @pre the text is UTF-8 and shorter than 4 GiB
std::vector<Char> charactersOf(std::string_view text);
/// The text with every byte that is no UTF-8 replaced by U+FFFD.
std::string repairUtf8(std::string_view text);
/// The character's lower case where that is one character.
char32_t lowerCase(char32_t codePoint);
/// The characters in normalisation form D, in O(n log n) whatever they are. @pre the text is UTF-8
std::u32string normalizeNfd(std::string_view text);
/// The text in normalisation form C, in O(n log n) whatever it holds. @pre the text is UTF-8
std::string normalizeNfc(std::string_view text);

} // namespace cutaway::tokenizer
