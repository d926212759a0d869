#pragma once
#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// The normalisation rules of a SentencePiece model: what some stretches of text are replaced with. A double array trie over the stretches,
/// then the replacements. @source facts of tokenizers, section 7
class Charsmap {
public:
    /// Replaces nothing.
    Charsmap() = default;
    /// Errors: corruptFile when the parts do not fit into the blob.
    static base::Result<Charsmap> parse(std::string_view blob, const char* key);

    struct Match {
        std::size_t length = 0; ///< bytes of the text; 0: no rule fits
        std::string_view replacement;
    };
    /// The rule for the longest stretch that the text begins with.
    Match match(std::string_view text) const;

private:
    std::vector<std::uint32_t> m_units;
    std::string m_replacements; ///< each ends with a NUL
};

} // namespace cutaway::tokenizer
