#pragma once
#include "engine/base/result.h"
#include "engine/formats/hf/json_file.h"
#include "engine/formats/metadata.h"

#include <cstdint>
#include <string>

namespace cutaway::formats::hf {

/// Turns the tokenizer.json of a folder, with the special tokens and the chat template of tokenizer_config.json and chat_template.jinja beside
/// it, into the keys tokenizer.* of a GGUF file. Byte-level BPE becomes "gpt2", BPE with byte fallback "llama", WordPiece "bert".
/// @param rows  of the embedding; tokens are added up to this number. 0: as many as there are tokens
/// Errors: corruptFile naming the key; unsupported for other kinds and for patterns that no pre-tokenizer has.
base::Status addTokenizerKeys(const std::string& folder, std::int64_t rows, Metadata& metadata);
/// The same for files that are read already: tokenizer.json and tokenizer_config.json.
base::Status addTokenizerKeys(const JsonFile& file, const JsonFile& config, std::int64_t rows, Metadata& metadata);

} // namespace cutaway::formats::hf
