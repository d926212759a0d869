#pragma once
#include "engine/base/utf8.h"

#include <array>
#include <cstdint>
#include <string>

namespace cutaway::tokenizer {

/// Byte-level vocabularies write every byte as a printable character: 188 bytes as themselves (Latin-1), the others, in order, from U+0100 on.
class ByteAlphabet {
public:
    ByteAlphabet()
    {
        m_bytes.fill(-1);
        char32_t next = 0x100;
        for (int byte = 0; byte < 256; ++byte) {
            const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
            const char32_t letter = printable ? char32_t(byte) : next++;
            base::appendUtf8(m_letters[std::size_t(byte)], letter);
            m_bytes[letter] = std::int16_t(byte);
        }
    }
    const std::string& letter(char byte) const { return m_letters[static_cast<unsigned char>(byte)]; }
    /// The byte that a character stands for; -1 for a character outside the alphabet.
    int byte(char32_t letter) const { return letter < m_bytes.size() ? m_bytes[letter] : -1; }

private:
    std::array<std::string, 256> m_letters;
    std::array<std::int16_t, 0x144> m_bytes; ///< 256 + 68 letters
};

} // namespace cutaway::tokenizer
