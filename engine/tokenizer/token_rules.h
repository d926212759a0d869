#pragma once
#include "engine/tokenizer/text_index.h"
#include "engine/tokenizer/vocabulary.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// What the rules below read and change.
struct TokenRules {
    const std::vector<std::string>& texts;
    const TextIndex& index;
    std::vector<TokenAttributes>& attributes;
    SpecialIds& special;
    TokenId defaultEos = kNoToken; ///< the EOS of this kind of vocabulary where the file gives none
};

/// The byte that a text such as "<0x0A>" stands for.
std::optional<unsigned char> byteOfToken(std::string_view text);

/// Files often leave roles out that the text of a token tells ("<|im_end|>" ends a turn). Fills them in, marks such tokens as control, and
/// returns the tokens that end a generation, ascending. @source facts of tokenizers, section 10, with the exceptions of section 0
std::vector<TokenId> applyTokenRules(TokenRules& rules);

/// Some tokenizers let special tokens take white space along, which no key tells. @source facts of tokenizers, section 4
void applyStripRules(TokenRules& rules, std::string_view modelName, std::string_view architecture, std::string_view preTokenizer);

} // namespace cutaway::tokenizer
