#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cutaway::base {

/// One step through a text.
struct Utf8Char {
    char32_t codePoint = 0xFFFD; ///< U+FFFD where the bytes are no character
    std::uint8_t length = 1;     ///< bytes it takes; 1 for a bad byte
    bool valid = false;
};

/// The character that begins at byte `at`: no overlong forms, no surrogates, nothing above U+10FFFF. @pre at < text.size()
Utf8Char decodeUtf8(std::string_view text, std::size_t at);
/// Bytes of the character that this lead byte announces: 1 to 4; 0 for a byte that begins no character.
std::size_t utf8Length(unsigned char lead);
/// @pre codePoint <= 0x10FFFF
void appendUtf8(std::string& out, char32_t codePoint);
bool isUtf8(std::string_view text);

} // namespace cutaway::base
