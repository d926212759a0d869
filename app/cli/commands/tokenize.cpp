#include "app/cli/output.h"
#include "app/cli/text_options.h"

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    return { kModelOption, kPromptOption, kFileOption, { "--separator", "", "STR", "the text holds many texts with this between them" },
        { "--add-special", "", "0|1", "add BOS and EOS as the model wants them; default 0" },
        { "--parse-special", "", "0|1", "text that spells a special token becomes it; default 0" } };
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + separator.size()))
        parts.push_back(text.substr(0, end));
    parts.push_back(text);
    return parts;
}

std::string line(const std::vector<base::TokenId>& ids)
{
    std::string text;
    for (const base::TokenId id : ids)
        text += (text.empty() ? "" : " ") + std::to_string(id);
    return text + '\n';
}

base::Status run(const Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    tokenizer::EncodeOptions encode;
    CUTAWAY_TRY(encode.addSpecial, zeroOrOne(arguments, "--add-special"));
    CUTAWAY_TRY(encode.parseSpecial, zeroOrOne(arguments, "--parse-special"));
    CUTAWAY_TRY(const std::string text, promptText(arguments));
    CUTAWAY_TRY(const auto tokenizer, openTokenizer(arguments));
    const std::string separator = arguments.text("--separator").value_or("");
    if (separator.empty()) {
        const auto ids = tokenizer->encode(text, encode);
        if (invocation.json)
            printJson({ { "tokens", ids } });
        else
            printText(line(ids));
        return base::ok();
    }
    Json texts = Json::array();
    for (const std::string_view part : split(text, separator)) {
        const auto ids = tokenizer->encode(part, encode);
        if (invocation.json)
            texts.push_back(ids);
        else
            printText(line(ids));
    }
    if (invocation.json)
        printJson({ { "texts", std::move(texts) } });
    return base::ok();
}

} // namespace

extern const CommandSpec tokenize;
constexpr CommandSpec tokenize { "tokenize", "-m F (-p TEXT | -f FILE) [--separator STR] [--add-special 0|1] [--parse-special 0|1]",
    "text to token ids; --json: tokens (with --separator: texts, an array of ids per text)", options, run };

} // namespace cutaway::cli
