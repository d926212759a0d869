#pragma once
#include "engine/base/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {
class Tokenizer;
}

namespace cutaway::grammar {

/// The texts of all tokens that may spell text, as a prefix tree in one array, in the order of a walk in depth: a walk that leaves a branch out goes
/// on at its `skip`. Made once for a vocabulary; immutable.
class VocabularyTrie {
public:
    struct Node {
        std::uint8_t byte = 0;
        std::uint16_t depth = 0;         ///< bytes from the root, this one included
        std::uint32_t skip = 0;          ///< the first node that is not below this one
        base::TokenId token = base::kNoToken; ///< a token with exactly this text; nextSame() has the others
    };
    /// Texts longer than this are left out.
    static constexpr std::size_t kMaxDepth = 1024;

    /// From a vocabulary; special tokens are spelled out, those that end generation are left out.
    explicit VocabularyTrie(const tokenizer::Tokenizer& tokenizer);
    /// @param texts  by token id; empty ones are left out
    explicit VocabularyTrie(std::vector<std::string> texts);

    const std::vector<Node>& nodes() const { return m_nodes; }
    base::TokenId nextSame(base::TokenId token) const { return m_nextSame[std::size_t(token)]; }
    std::size_t tokenCount() const { return m_texts.size(); }
    /// Empty for a token that spells nothing, and for ids outside.
    std::string_view text(base::TokenId token) const
    {
        return token >= 0 && std::size_t(token) < m_texts.size() ? std::string_view(m_texts[std::size_t(token)]) : std::string_view();
    }
    std::span<const base::TokenId> ends() const { return m_ends; }
    bool isEnd(base::TokenId token) const;
    /// The first token with this text, specials included; kNoToken when there is none.
    base::TokenId find(std::string_view text) const;

private:
    std::vector<std::string> m_texts;
    std::vector<Node> m_nodes;
    std::vector<base::TokenId> m_sorted; ///< those in the tree, by text
    std::vector<base::TokenId> m_nextSame;
    std::vector<base::TokenId> m_ends; ///< end of generation, ascending
};

} // namespace cutaway::grammar
