#pragma once
#include "engine/base/ids.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace cutaway::tokenizer {
class Tokenizer;
}

namespace cutaway::sampling {

/// Texts at which repetitions are cut: "\n", ":" and the like, as sequences of tokens. A sequence is a token whose text holds or ends with the
/// beginning of a breaker, and the tokens of its rest.
class SequenceBreakers {
public:
    SequenceBreakers() = default;
    /// @param texts  cut to 40 bytes each
    SequenceBreakers(const tokenizer::Tokenizer& tokenizer, std::span<const std::string> texts);
    /// Whether the token alone is a breaker.
    bool isSingle(base::TokenId token) const;
    /// Length of the longest tail of the breaker that begins at newestFirst[at] and goes on towards the newest; -1 when none begins there.
    std::ptrdiff_t longestTail(std::span<const base::TokenId> newestFirst, std::size_t at) const;

private:
    void add(base::TokenId head, std::vector<base::TokenId> tail) { m_tails[head].push_back(std::move(tail)); }
    std::unordered_map<base::TokenId, std::vector<std::vector<base::TokenId>>> m_tails; ///< by first token
};

} // namespace cutaway::sampling
