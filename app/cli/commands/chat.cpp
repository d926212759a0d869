#include "app/cli/interrupt_guard.h"
#include "app/cli/sampling_options.h"

#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    std::vector<OptionSpec> own = samplingOptions();
    own.insert(own.begin(), { { "--system", "", "TEXT", "system message" } });
    return modelOptionsAnd(std::move(own));
}

base::Status answer(TextModel& model, runtime::GenerateRequest request, std::vector<api::ChatMessage>& messages)
{
    CUTAWAY_TRY(request.prompt, model.tools->tokens(messages, {}, {}));
    runtime::GenerateWatcher watcher;
    watcher.piece = [](const api::TokenPiece& piece) {
        std::fwrite(piece.text.data(), 1, piece.text.size(), stdout);
        std::fflush(stdout);
    };
    base::CancelSource cancel;
    const InterruptGuard guard(cancel);
    runtime::Generator generator(*model.opened.session, model.tools->tokenizer());
    CUTAWAY_TRY(const auto result, generator.run(request, cancel.token(), watcher));
    messages.push_back({ api::Role::assistant, result.text });
    std::printf("\n");
    if (result.stopReason == api::StopReason::contextFull)
        std::fprintf(stderr, "The context is full. Start again with a larger --context.\n");
    return base::ok();
}

base::Status run(const Invocation& invocation)
{
    runtime::GenerateRequest request;
    CUTAWAY_TRY_STATUS(readSampling(invocation.arguments, request));
    CUTAWAY_TRY(auto model, openTextModel(invocation));
    std::vector<api::ChatMessage> messages;
    if (const auto system = invocation.arguments.text("--system"))
        messages.push_back({ api::Role::system, *system });
    const bool terminal = isatty(STDIN_FILENO) != 0;
    if (terminal)
        std::fprintf(stderr, "Write a message and press Enter; Ctrl+C stops an answer, Ctrl+D ends.\n");
    std::string line;
    while ((terminal ? (std::printf("> "), std::fflush(stdout)) : 0), std::getline(std::cin, line)) {
        if (line.empty())
            continue;
        messages.push_back({ api::Role::user, line });
        if (const auto status = answer(model, request, messages); !status) {
            messages.pop_back();
            if (status.error().code != base::ErrorCode::cancelled)
                return status.error();
        }
    }
    return base::ok();
}

} // namespace

extern const CommandSpec chat;
constexpr CommandSpec chat { "chat", "-m F [--system TEXT] [sampling]", "interactive chat in the terminal", options, run };

} // namespace cutaway::cli
