#include "engine/tokenizer/charsmap.h"

#include "engine/base/text.h"

namespace cutaway::tokenizer {
namespace {

constexpr std::size_t kUnitBytes = 4;

std::uint32_t littleEndian(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = kUnitBytes; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

// A unit of the double array: where the children are, which byte leads here, whether a rule ends here; or the value of a rule.
std::uint32_t baseOf(std::uint32_t unit) { return (unit >> 10) << ((unit & 0x200) >> 6); }
std::uint32_t labelOf(std::uint32_t unit) { return unit & 0x800000FF; }
bool endsRule(std::uint32_t unit) { return (unit >> 8 & 1) != 0; }
std::uint32_t valueOf(std::uint32_t unit) { return unit & 0x7FFFFFFF; }

} // namespace

base::Result<Charsmap> Charsmap::parse(std::string_view blob, const char* key)
{
    Charsmap map;
    if (blob.empty())
        return map;
    const std::size_t trieBytes = blob.size() < kUnitBytes ? 0 : littleEndian(blob, 0);
    if (trieBytes == 0 || trieBytes % kUnitBytes != 0 || trieBytes > blob.size() - kUnitBytes)
        return base::Error { .code = base::ErrorCode::corruptFile,
            .message = "Metadata key " + base::quoted(key) + " has " + std::to_string(blob.size()) + " bytes and says that "
                + std::to_string(trieBytes) + " of them are its trie; wanted is a multiple of 4 that fits.",
            .subject = key };
    for (std::size_t at = kUnitBytes; at < kUnitBytes + trieBytes; at += kUnitBytes)
        map.m_units.push_back(littleEndian(blob, at));
    map.m_replacements = blob.substr(kUnitBytes + trieBytes);
    return map;
}

Charsmap::Match Charsmap::match(std::string_view text) const
{
    Match best;
    if (m_units.empty())
        return best;
    std::size_t node = baseOf(m_units[0]);
    for (std::size_t at = 0; at < text.size() && text[at] != '\0'; ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        node ^= byte;
        if (node >= m_units.size() || labelOf(m_units[node]) != byte)
            break;
        const bool ends = endsRule(m_units[node]);
        node ^= baseOf(m_units[node]);
        if (node >= m_units.size())
            break;
        const std::size_t offset = valueOf(m_units[node]);
        if (!ends || offset >= m_replacements.size())
            continue;
        const std::string_view rest = std::string_view(m_replacements).substr(offset);
        best = { .length = at + 1, .replacement = rest.substr(0, rest.find('\0')) };
    }
    return best;
}

} // namespace cutaway::tokenizer
