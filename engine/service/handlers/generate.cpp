#include "engine/runtime/generator.h"
#include "engine/service/handlers.h"

#include <chrono>

namespace cutaway::service {
namespace {

base::Result<runtime::GenerateRequest> requestOf(const EngineState& state, const api::Generate& command)
{
    runtime::GenerateRequest request { .maxTokens = command.maxTokens, .stop = command.stop };
    CUTAWAY_TRY(request.prompt, state.textTools()->tokens(command.messages, command.text, command.now));
    CUTAWAY_TRY(request.grammar, state.textTools()->grammar(command.format));
    for (const api::ParamValue& value : command.sampling.values) {
        CUTAWAY_TRY_STATUS(request.sampling.set(value.key, value.value));
    }
    request.seed = command.sampling.seed.value_or(std::uint64_t(std::chrono::system_clock::now().time_since_epoch().count()));
    return request;
}

} // namespace

base::Result<api::Answer> handle(const Call& call, const api::Generate& command)
{
    EngineState& state = call.state;
    if (!state.session)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No model is loaded.", .action = "Choose a model in the list." };
    CUTAWAY_TRY(const auto request, requestOf(state, command));
    runtime::GenerateWatcher watcher;
    watcher.piece = [&](const api::TokenPiece& piece) {
        api::TokensReady ready { .request = call.id };
        ready.pieces.push_back(piece);
        state.outbox.send(std::move(ready));
    };
    watcher.prompt = [&](std::int32_t done, std::int32_t total, std::int32_t reused) {
        state.outbox.send(api::PromptProgress { call.id, done, total, reused });
        state.afterStep(0);
    };
    watcher.step = [&](double tokensPerSecond) { state.afterStep(tokensPerSecond); };
    runtime::Generator generator(*state.session, state.textTools()->tokenizer());
    auto result = generator.run(request, call.cancel, watcher);
    state.sendStatus(result ? result->timings.tokensPerSecond : 0);
    if (state.watching)
        state.sendSnapshot();
    if (!result)
        return result.error();
    return api::Answer { std::move(*result) };
}

} // namespace cutaway::service
