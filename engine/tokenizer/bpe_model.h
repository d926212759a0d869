#pragma once
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"

namespace cutaway::tokenizer {

/// The pre-tokenizer that `tokenizer.ggml.pre` names, "default" without the key. Errors: unsupported for a name that is none.
base::Result<const PreTokenizer*> preTokenizerOf(const formats::Metadata& metadata);
/// What holds for byte-level BPE, and for the pre-tokenizer of the file, where the file says nothing. Errors: as above.
base::Result<VocabularyDefaults> bpeDefaults(const formats::Metadata& metadata);

/// Byte-pair encoding with the merges of the file. @pre the vocabulary and the pre-tokenizer outlive the model
/// Errors: notFound without merges, corruptFile for an entry that is none. @source facts of tokenizers, section 6
base::Result<std::unique_ptr<const TokenizerModel>> createBpeModel(
    const formats::Metadata& metadata, const Vocabulary& vocabulary, const PreTokenizer& pre);

} // namespace cutaway::tokenizer
