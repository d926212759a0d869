#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/tokenizer/vocabulary.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

/// The algorithm behind a Tokenizer: turns plain text, free of special tokens, into tokens. Immutable.
class TokenizerModel {
public:
    virtual ~TokenizerModel() = default;
    virtual std::string_view name() const = 0;
    /// Appends the tokens of a stretch of text. @param textStart  true when no text stands directly before it
    virtual void encode(std::string_view text, bool textStart, std::vector<TokenId>& out) const = 0;
    /// The bytes that an ordinary token stands for.
    virtual std::string bytes(TokenId id) const = 0;
};

/// One kind of tokenizer. An item is a file of this folder that defines a descriptor, and a line in its CMakeLists.txt.
struct TokenizerSpec {
    std::string_view name;  ///< as people spell it: "BPE"
    std::string_view model; ///< value of `tokenizer.ggml.model`
    /// What holds where the file says nothing.
    base::Result<VocabularyDefaults> (*defaults)(const formats::Metadata& metadata);
    /// @pre the vocabulary outlives the model
    base::Result<std::unique_ptr<const TokenizerModel>> (*create)(const formats::Metadata& metadata, const Vocabulary& vocabulary);
};

/// Every kind that this build knows.
std::span<const TokenizerSpec* const> tokenizerKinds();

} // namespace cutaway::tokenizer
