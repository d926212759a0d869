#include "app/cli/output.h"
#include "app/cli/text_options.h"

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options() { return { kModelOption, { "--tokens", "", "IDS", "token ids, separated by spaces" } }; }

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const auto ids, parseTokens(invocation.arguments.text("--tokens").value_or("")));
    CUTAWAY_TRY(const auto tokenizer, openTokenizer(invocation.arguments));
    for (const base::TokenId id : ids) {
        if (!tokenizer->vocabulary().contains(id)) {
            return base::Error { .code = base::ErrorCode::invalidArgument,
                .message = "Token id " + std::to_string(id) + " is outside the vocabulary of " + std::to_string(tokenizer->vocabularySize()) + " entries." };
        }
    }
    const std::string text = tokenizer->decode(ids, { .showSpecial = true });
    printTextOrJson(text, invocation.json);
    return base::ok();
}

} // namespace

extern const CommandSpec detokenize;
constexpr CommandSpec detokenize { "detokenize", "-m F --tokens \"1 2 3\"", "token ids to text, special tokens included: raw bytes; --json: text", options, run };

} // namespace cutaway::cli
