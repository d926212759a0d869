#pragma once
#include "engine/tokenizer/tokenizer.h"

#include <string_view>

namespace cutaway::test {

/// Loads the tokenizer of hostile metadata and turns a text into tokens and back. Traps when an id is outside of the vocabulary.
inline void fuzzTokenizer(const formats::Metadata& metadata, std::string_view text)
{
    const auto loaded = tokenizer::loadTokenizer(metadata);
    if (!loaded || !(*loaded)->hasVocabulary())
        return;
    const auto ids = (*loaded)->encode(text, { .parseSpecial = true });
    for (const tokenizer::TokenId id : ids) {
        if (!(*loaded)->vocabulary().contains(id))
            __builtin_trap();
        (*loaded)->tokenBytes(id, true);
    }
    (*loaded)->decode(ids, { .showSpecial = true, .cleanSpaces = true });
}

} // namespace cutaway::test
