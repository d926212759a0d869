#pragma once
#include "engine/base/result.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/formats/hf/json_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cutaway::formats::hf {

/// The tokens of a tokenizer.json in the order of their ids.
struct HfVocabulary {
    std::vector<std::string> texts;
    std::vector<TokenType> types;
    std::vector<bool> added; ///< comes from added_tokens

    /// @return -1 for a text that no token has
    std::int64_t find(const std::string& text) const;
    std::map<std::string, std::int64_t, std::less<>> ids;
};

/// Reads `model.vocab` and `added_tokens`; ids that no token has become unused ones. Errors: corruptFile naming the token.
base::Result<HfVocabulary> readHfVocabulary(const JsonFile& file, const JsonFile& model, std::int64_t rows);
/// Pairs of token texts, in order of their ranks. Errors: corruptFile.
base::Result<std::vector<std::pair<std::string, std::string>>> readHfMerges(const JsonFile& model);

} // namespace cutaway::formats::hf
