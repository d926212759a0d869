#include "app/cli/text_options.h"

namespace cutaway::cli {

base::Result<std::unique_ptr<const tokenizer::Tokenizer>> openTokenizer(const Arguments& arguments)
{
    CUTAWAY_TRY(const std::string path, modelPath(arguments));
    CUTAWAY_TRY(const auto overrides, metadataOverrides(arguments));
    CUTAWAY_TRY(const auto file, formats::openModelFile(path, overrides));
    CUTAWAY_TRY(auto tokenizer, tokenizer::loadTokenizer(file->metadata));
    CUTAWAY_TRY_STATUS(tokenizer->requireVocabulary());
    return tokenizer;
}

base::Result<api::AnswerFormat> answerFormat(const Arguments& arguments)
{
    api::AnswerFormat format;
    const auto grammar = arguments.text(kGrammarOption.name), schema = arguments.text(kJsonSchemaOption.name);
    if (grammar && schema)
        return base::Error { .code = base::ErrorCode::invalidArgument,
            .message = "Both --grammar and --json-schema were given; an answer is held to one of them." };
    if (grammar || schema) {
        format.kind = grammar ? api::AnswerFormat::Kind::gbnf : api::AnswerFormat::Kind::jsonSchema;
        CUTAWAY_TRY(format.text, readFile(grammar ? *grammar : *schema));
    }
    return format;
}

base::Result<bool> zeroOrOne(const Arguments& arguments, std::string_view option)
{
    const std::string value = arguments.text(option).value_or("0");
    if (value == "0" || value == "1")
        return value == "1";
    return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The value '" + value + "' of " + std::string(option) + " must be 0 or 1." };
}

} // namespace cutaway::cli
