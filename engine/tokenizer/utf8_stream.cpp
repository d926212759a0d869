#include "engine/tokenizer/utf8_stream.h"

#include "engine/base/utf8.h"

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

/// True when the bytes from `at` to the end may be the beginning of a character.
bool mayBecomeWhole(std::string_view bytes, std::size_t at)
{
    const std::size_t have = bytes.size() - at;
    const std::size_t length = base::utf8Length(static_cast<unsigned char>(bytes[at]));
    if (length <= have)
        return false;
    // Completed with the lowest and the highest continuation bytes, one of both is a character unless the beginning is bad already.
    for (const char fill : { '\x80', '\xBF' }) {
        std::string whole(bytes.substr(at));
        whole.resize(length, fill);
        if (base::decodeUtf8(whole, 0).valid)
            return true;
    }
    return false;
}

} // namespace

std::string Utf8Stream::push(std::string_view bytes)
{
    m_held += bytes;
    std::string text;
    std::size_t at = 0;
    while (at < m_held.size()) {
        const base::Utf8Char c = base::decodeUtf8(m_held, at);
        if (!c.valid && mayBecomeWhole(m_held, at))
            break;
        text += c.valid ? std::string_view(m_held).substr(at, c.length) : kReplacement;
        at += c.length;
    }
    m_held.erase(0, at);
    return text;
}

std::string Utf8Stream::flush()
{
    std::string text;
    for (std::size_t i = 0; i < m_held.size(); ++i)
        text += kReplacement;
    m_held.clear();
    return text;
}

} // namespace cutaway::tokenizer
