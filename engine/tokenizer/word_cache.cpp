#include "engine/tokenizer/word_cache.h"

#include <algorithm>
#include <cstring>

namespace cutaway::tokenizer {
namespace {

constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kMostSlots = std::size_t(1) << 17; // what is used of it stays in the caches of the processor

/// Mixes eight bytes at a time.
std::uint64_t hashOf(std::string_view word)
{
    std::uint64_t hash = word.size() * 0x9E3779B97F4A7C15u;
    std::size_t at = 0;
    for (; at + 8 <= word.size(); at += 8) {
        std::uint64_t part;
        std::memcpy(&part, word.data() + at, 8);
        hash = (hash ^ part) * 0x9FB21C651E98DF25u;
        hash ^= hash >> 32;
    }
    std::uint64_t rest = 0;
    for (std::size_t shift = 0; at < word.size(); ++at, shift += 8)
        rest |= std::uint64_t(static_cast<unsigned char>(word[at])) << shift;
    hash = (hash ^ rest) * 0x9FB21C651E98DF25u;
    return hash ^ (hash >> 29);
}

} // namespace

std::size_t WordCache::slotOf(std::string_view word, std::uint64_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    const auto isOther = [&](const Slot& slot) {
        return slot.word && (slot.hash != std::uint32_t(hash >> 32) || std::string_view(slot.word, slot.bytes) != word);
    };
    while (isOther(m_slots[at]))
        at = (at + 1) & mask;
    return at;
}

std::span<const base::TokenId> WordCache::find(std::string_view word)
{
    if (m_slots.empty())
        m_slots.resize(kFirstSlots);
    m_lastHash = hashOf(word);
    const Slot& slot = m_slots[slotOf(word, m_lastHash)];
    return slot.word ? std::span(m_tokens).subspan(slot.first, slot.count) : std::span<const base::TokenId>();
}

void WordCache::add(std::string_view word, std::span<const base::TokenId> tokens)
{
    if (m_used * 2 >= m_slots.size())
        grow();
    m_slots[slotOf(word, m_lastHash)] = { .word = word.data(),
        .hash = std::uint32_t(m_lastHash >> 32),
        .bytes = std::uint32_t(word.size()),
        .first = std::uint32_t(m_tokens.size()),
        .count = std::uint32_t(tokens.size()) };
    m_tokens.insert(m_tokens.end(), tokens.begin(), tokens.end());
    ++m_used;
}

void WordCache::grow()
{
    std::vector<Slot> old = std::move(m_slots);
    if (old.size() >= kMostSlots) {
        m_slots.assign(old.size(), {});
        m_tokens.clear();
        m_used = 0;
        return;
    }
    m_slots.assign(old.size() * 4, {});
    for (const Slot& slot : old) {
        if (slot.word) {
            const std::string_view word(slot.word, slot.bytes);
            m_slots[slotOf(word, hashOf(word))] = slot;
        }
    }
}

} // namespace cutaway::tokenizer
