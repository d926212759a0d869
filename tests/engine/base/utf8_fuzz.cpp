#include "engine/base/utf8.h"

#include <cstdint>

using namespace cutaway::base;

/// Any bytes: steps stay inside the text, and writing what was read gives the valid characters back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::string written;
    bool allValid = true;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Char c = decodeUtf8(text, at);
        if (c.length == 0 || at + c.length > text.size())
            __builtin_trap();
        allValid = allValid && c.valid;
        appendUtf8(written, c.codePoint);
        at += c.length;
    }
    if (allValid != isUtf8(text) || (allValid && written != text))
        __builtin_trap();
    return 0;
}
