#pragma once
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/tokenizer/vocabulary.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

struct EncodeOptions {
    bool addSpecial = true;    ///< put BOS in front and EOS behind where the model wants them
    bool parseSpecial = false; ///< text that spells a control token becomes that token; for text that comes out of a chat template
};

struct DecodeOptions {
    bool showSpecial = false;   ///< write control tokens as their text
    bool removeSpecial = false; ///< drop a BOS in front and an EOS behind that encode() would have added
    bool cleanSpaces = false;   ///< drop the spaces that some models put before punctuation, if the vocabulary says so
};

/// Turns text into tokens and back. Immutable; any thread may use it.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// False for a model without a vocabulary: it runs on token ids alone. Then encode() and decode() must not be called.
    virtual bool hasVocabulary() const = 0;
    /// Ok, or the sentence to show when somebody wants text from a model without a vocabulary (code unsupported).
    base::Status requireVocabulary() const;
    /// Number of tokens; without a vocabulary what the file says in `<architecture>.vocab_size`, else 0.
    virtual TokenId vocabularySize() const = 0;
    /// @pre hasVocabulary()
    virtual const Vocabulary& vocabulary() const = 0;
    /// For people: "BPE (smollm)", "SPM", "none".
    virtual std::string_view name() const = 0;

    /// Linear in the length of the text but for sorting. Bytes that are no UTF-8 are encoded too. @pre hasVocabulary()
    virtual std::vector<TokenId> encode(std::string_view text, EncodeOptions options = {}) const = 0;
    /// The bytes that a token stands for, possibly a part of a character; control tokens are empty unless shown, ids outside the vocabulary
    /// always. Concatenate them for streaming (Utf8Stream). @pre hasVocabulary()
    virtual std::string tokenBytes(TokenId id, bool showSpecial = false) const = 0;
    /// The text of a whole sequence; drops the space that the model puts in front of a text. @pre hasVocabulary()
    virtual std::string decode(std::span<const TokenId> ids, DecodeOptions options = {}) const = 0;

    bool isEndOfGeneration(TokenId id) const { return hasVocabulary() && vocabulary().isEndOfGeneration(id); }
};

/// Makes the tokenizer that `tokenizer.ggml.model` names. "none" and "no_vocab" give one without a vocabulary.
/// Errors: notFound (no tokenizer keys), unsupported (a kind or pre-tokenizer that this build does not know), corruptFile.
base::Result<std::unique_ptr<const Tokenizer>> loadTokenizer(const formats::Metadata& metadata);

} // namespace cutaway::tokenizer
