#pragma once
#include "engine/tokenizer/tokenizer.h"

#include <memory>
#include <string>

namespace cutaway::test {

/// The tokenizer of a model file that must open.
std::unique_ptr<const tokenizer::Tokenizer> tokenizerOf(const std::string& path);
/// That of golden/vocab/ggml-vocab-NAME.gguf; null when it is not here.
std::unique_ptr<const tokenizer::Tokenizer> goldenTokenizer(const std::string& name);

} // namespace cutaway::test
