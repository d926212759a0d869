#include "engine/tokenizer/text_index.h"

#include <bit>
#include <functional>

namespace cutaway::tokenizer {

TextIndex::TextIndex(std::span<const std::string> texts) : m_texts(texts), m_slots(std::bit_ceil(texts.size() * 2 + 1))
{
    for (std::size_t id = 0; id < texts.size(); ++id) {
        const std::size_t hash = std::hash<std::string_view> {}(texts[id]);
        const auto upper = std::uint32_t(hash >> 32);
        std::size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].id != base::kNoToken && !(m_slots[at].hash == upper && texts[std::size_t(m_slots[at].id)] == texts[id]))
            at = (at + 1) & (m_slots.size() - 1);
        m_slots[at] = { .hash = upper, .id = base::TokenId(id) };
    }
}

base::TokenId TextIndex::find(std::string_view text) const
{
    if (m_slots.empty())
        return base::kNoToken;
    const std::size_t hash = std::hash<std::string_view> {}(text);
    const auto upper = std::uint32_t(hash >> 32);
    for (std::size_t at = hash & (m_slots.size() - 1); m_slots[at].id != base::kNoToken; at = (at + 1) & (m_slots.size() - 1)) {
        if (m_slots[at].hash == upper && m_texts[std::size_t(m_slots[at].id)] == text)
            return m_slots[at].id;
    }
    return base::kNoToken;
}

} // namespace cutaway::tokenizer
