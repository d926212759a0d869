#pragma once
#include "app/cli/model_options.h"
#include "engine/api/values.h"
#include "engine/tokenizer/tokenizer.h"

namespace cutaway::cli {

/// The tokenizer of --model; no weight is read, and the architecture need not be supported.
base::Result<std::unique_ptr<const tokenizer::Tokenizer>> openTokenizer(const Arguments& arguments);
/// "0" or "1". Errors: invalidArgument for anything else.
base::Result<bool> zeroOrOne(const Arguments& arguments, std::string_view option);

/// What --grammar or --json-schema asks for. Errors: those of reading the file; invalidArgument for both.
base::Result<api::AnswerFormat> answerFormat(const Arguments& arguments);

inline constexpr OptionSpec kGrammarOption { "--grammar", "", "FILE", "a GBNF grammar that the answer must match" };
inline constexpr OptionSpec kJsonSchemaOption { "--json-schema", "", "FILE", "a JSON Schema that the answer must be valid under" };
inline constexpr OptionSpec kModelOption { "--model", "-m", "FILE", "model file (GGUF)" };
inline constexpr OptionSpec kPromptOption { "--prompt", "-p", "TEXT", "the text" };
inline constexpr OptionSpec kFileOption { "--file", "-f", "FILE", "a file with the text" };

} // namespace cutaway::cli
