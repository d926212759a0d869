#include "app/cli/output.h"
#include "app/cli/text_options.h"
#include "engine/chat/chat_template.h"

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    return { kModelOption, { "--template", "", "FILE", "a template file instead of a model's" }, { "--conversation", "", "FILE", "JSON: messages, tools, add_generation_prompt, more variables" },
        { "--bos", "", "S", "text of the BOS token; default: the conversation's, then the model's" }, { "--eos", "", "S", "text of the EOS token, likewise" },
        { "--now", "", "ISO", "local time for the template; default: the clock" } };
}

/// A template, and the special tokens of the model it came with.
struct Source {
    std::string text, bos, eos;
};

base::Result<Source> templateSource(const Arguments& arguments)
{
    Source source;
    if (const auto path = arguments.text("--template")) {
        CUTAWAY_TRY(source.text, readFile(*path));
        return source;
    }
    CUTAWAY_TRY(const std::string path, modelPath(arguments));
    CUTAWAY_TRY(const auto file, formats::openModelFile(path));
    CUTAWAY_TRY(source.text, file->metadata.text("tokenizer.chat_template"));
    CUTAWAY_TRY(const auto tokenizer, tokenizer::loadTokenizer(file->metadata));
    if (tokenizer->hasVocabulary()) {
        const tokenizer::SpecialIds& ids = tokenizer->vocabulary().special();
        source.bos = tokenizer->tokenBytes(ids.bos, true);
        source.eos = tokenizer->tokenBytes(ids.eos, true);
    }
    return source;
}

base::Result<chat::RenderInput> conversation(const Arguments& arguments, const Source& source)
{
    const auto path = arguments.text("--conversation");
    if (!path)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No conversation was named.", .action = "Add --conversation FILE.json." };
    CUTAWAY_TRY(const std::string json, readFile(*path));
    CUTAWAY_TRY(auto input, chat::RenderInput::fromJson(json));
    input.bosToken = arguments.text("--bos").value_or(input.bosToken.empty() ? source.bos : input.bosToken);
    input.eosToken = arguments.text("--eos").value_or(input.eosToken.empty() ? source.eos : input.eosToken);
    if (const auto now = arguments.text("--now")) {
        CUTAWAY_TRY(input.now, chat::LocalTime::parse(*now));
    }
    return input;
}

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const Source source, templateSource(invocation.arguments));
    CUTAWAY_TRY(const auto input, conversation(invocation.arguments, source));
    CUTAWAY_TRY(const auto chatTemplate, chat::ChatTemplate::parse(source.text));
    CUTAWAY_TRY(const std::string text, chatTemplate.render(input));
    printTextOrJson(text, invocation.json);
    return base::ok();
}

} // namespace

extern const CommandSpec template_command;
constexpr CommandSpec template_command { "template", "(-m F | --template FILE) --conversation FILE.json [--bos S] [--eos S] [--now ISO]",
    "renders a chat template; --json: text", options, run };

} // namespace cutaway::cli
