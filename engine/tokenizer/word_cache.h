#pragma once
#include "engine/base/ids.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// Remembers the tokens of words within one text: most words of a text are in it many times.
class WordCache {
public:
    /// Longer words are seldom met twice and are not kept.
    static constexpr std::size_t kMaxBytes = 48;

    /// The tokens of a word, or a null pointer in the span when it is not known. Valid until the next add().
    std::span<const base::TokenId> find(std::string_view word);
    /// Keeps the tokens of the word that find() was asked for last and did not know; forgets everything first when full.
    void add(std::string_view word, std::span<const base::TokenId> tokens);

private:
    struct Slot {
        const char* word = nullptr; ///< borrowed from the text
        std::uint32_t hash = 0;
        std::uint32_t bytes = 0;
        std::uint32_t first = 0; ///< in m_tokens
        std::uint32_t count = 0;
    };
    std::size_t slotOf(std::string_view word, std::uint64_t hash) const;
    void grow();

    std::vector<Slot> m_slots; ///< a power of two, at most half full
    std::vector<base::TokenId> m_tokens;
    std::size_t m_used = 0;
    std::uint64_t m_lastHash = 0;
};

} // namespace cutaway::tokenizer
