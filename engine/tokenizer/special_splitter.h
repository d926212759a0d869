#pragma once
#include "engine/tokenizer/byte_trie.h"
#include "engine/tokenizer/vocabulary.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// A part of a text: a special token, or a stretch of plain text.
struct Fragment {
    TokenId token = kNoToken;
    std::string_view text; ///< borrowed; empty for a token
};

/// Finds special tokens in text: the longest token takes all its places first, then the next one.
/// @source facts of tokenizers, section 4
class SpecialSplitter {
public:
    explicit SpecialSplitter(const Vocabulary& vocabulary);

    /// @param parseSpecial  false: only tokens that are user-defined and nothing else
    std::vector<Fragment> split(std::string_view text, bool parseSpecial) const;

private:
    struct Candidate {
        TokenId id;
        bool always; ///< also when special tokens are not parsed
    };

    std::vector<std::int32_t> present(std::string_view text, bool parseSpecial) const;

    const Vocabulary& m_vocabulary;
    std::vector<Candidate> m_candidates; ///< longest text first, then by id
    ByteTrie m_trie;                     ///< positions in m_candidates
};

} // namespace cutaway::tokenizer
