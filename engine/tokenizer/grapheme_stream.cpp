#include "engine/tokenizer/grapheme_stream.h"

#include "engine/base/utf8.h"

#include <utf8proc.h>
#include <utility>

namespace cutaway::tokenizer {
namespace {

constexpr std::size_t kMostHeld = 256; // no true sequence is that long; it also bounds the work

/// True when the cluster that begins with this character may get longer in a way that changes how its beginning looks.
bool beginsSequence(utf8proc_int32_t codePoint)
{
    switch (utf8proc_get_property(codePoint)->boundclass) {
    case UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC:
    case UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR:
    case UTF8PROC_BOUNDCLASS_PREPEND:
    case UTF8PROC_BOUNDCLASS_L:
    case UTF8PROC_BOUNDCLASS_V:
    case UTF8PROC_BOUNDCLASS_LV: return true;
    default: return false;
    }
}

} // namespace

std::string GraphemeStream::push(std::string_view text)
{
    m_held += text;
    std::size_t lastCluster = 0;
    bool open = false;
    utf8proc_int32_t before = 0;
    utf8proc_int32_t state = 0;
    for (std::size_t at = 0; at < m_held.size();) {
        const base::Utf8Char c = base::decodeUtf8(m_held, at);
        const auto codePoint = utf8proc_int32_t(c.codePoint);
        if (at == 0 || utf8proc_grapheme_break_stateful(before, codePoint, &state)) {
            lastCluster = at;
            open = beginsSequence(codePoint);
        }
        before = codePoint;
        at += c.length;
    }
    if (!open || m_held.size() - lastCluster > kMostHeld)
        return std::exchange(m_held, {});
    std::string complete = m_held.substr(0, lastCluster);
    m_held.erase(0, lastCluster);
    return complete;
}

std::string GraphemeStream::flush() { return std::exchange(m_held, {}); }

} // namespace cutaway::tokenizer
