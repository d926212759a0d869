#include "engine/service/handlers.h"

namespace cutaway::service {

base::Result<api::Answer> handle(const Call& call, const api::CountTokens& command)
{
    const auto tools = call.state.textTools();
    if (!tools)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No model is loaded.", .action = "Choose a model in the list." };
    CUTAWAY_TRY(const auto tokens, tools->tokens(command.messages, command.text, {}));
    return api::Answer { api::TokenCount { std::int64_t(tokens.size()) } };
}

} // namespace cutaway::service
