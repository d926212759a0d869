#pragma once
#include <cstdint>
#include <string_view>

/// How GGUF files write the tokens of a vocabulary.
namespace cutaway::formats {

/// Elements of tokenizer.ggml.token_type; the numbers are those of the file.
enum class TokenType : std::int64_t { normal = 1, unknown = 2, control = 3, userDefined = 4, unused = 5, byte = 6 };

/// U+2581: what a space is written as; in WordPiece vocabularies what a piece begins with that begins a word.
inline constexpr std::string_view kSpaceMark = "\xE2\x96\x81";

} // namespace cutaway::formats
