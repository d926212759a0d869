#include "app/cli/progress_line.h"
#include "app/cli/sampling_options.h"
#include "app/cli/text_options.h"

#include <cstdio>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    std::vector<OptionSpec> own = samplingOptions();
    own.insert(own.begin(), { { "--prompt", "-p", "TEXT", "text to continue" }, { "--file", "-f", "FILE", "the same from a file" }, { "--chat", "", "", "apply the chat template" },
                                { "--system", "", "TEXT", "system message for --chat" }, kGrammarOption, kJsonSchemaOption });
    return modelOptionsAnd(std::move(own));
}

base::Status run(const Invocation& invocation)
{
    CUTAWAY_TRY(const std::string prompt, promptText(invocation.arguments));
    runtime::GenerateRequest request;
    CUTAWAY_TRY_STATUS(readSampling(invocation.arguments, request));
    CUTAWAY_TRY(const auto format, answerFormat(invocation.arguments));
    CUTAWAY_TRY(auto model, openTextModel(invocation));
    CUTAWAY_TRY(request.grammar, model.tools->grammar(format));
    CUTAWAY_TRY(request.prompt, model.tools->tokens(conversation(invocation.arguments, prompt), prompt, {}));
    runtime::GenerateWatcher watcher;
    if (!invocation.json) {
        watcher.piece = [](const api::TokenPiece& piece) {
            std::fwrite(piece.text.data(), 1, piece.text.size(), stdout);
            std::fflush(stdout);
        };
    }
    runtime::Generator generator(*model.opened.session, model.tools->tokenizer());
    CUTAWAY_TRY(auto result, generator.run(request, {}, watcher));
    result.timings.load = model.opened.loadNs;
    if (invocation.json) {
        std::puts(Json { { "text", result.text }, { "tokens", result.tokens }, { "promptTokens", result.timings.promptTokens }, { "stopReason", stopReasonName(result.stopReason) },
            { "seed", result.seed }, { "timings", timingsJson(result.timings) } }
                      .dump(2)
                      .c_str());
        return base::ok();
    }
    std::putchar('\n');
    if (showsProgress(invocation))
        std::fprintf(stderr, "%s after %d tokens · %.1f t/s · first token after %.0f ms\n", stopReasonName(result.stopReason), result.timings.generatedTokens,
            result.timings.tokensPerSecond, double(result.timings.firstToken) / 1e6);
    return base::ok();
}

} // namespace

extern const CommandSpec run_command;
constexpr CommandSpec run_command { "run", "-m F (-p TEXT | -f FILE) [-n N] [--chat] [--system TEXT] [sampling] [--grammar F] [--json-schema F]", "generates text", options, run };

} // namespace cutaway::cli
