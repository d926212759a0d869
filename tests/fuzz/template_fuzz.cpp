// The chat-template engine: the input is a template; what it renders is a fixed conversation.
#include "engine/chat/chat_template.h"

#include <cstddef>
#include <cstdint>

namespace {

using namespace cutaway;

chat::RenderInput conversation()
{
    chat::RenderInput input({ { "system", "Be brief." }, { "user", "Hi <|im_end|> \xff" }, { "assistant", "Hello." }, { "user", "Bye" } });
    input.tools = chat::Json::parse(R"([{"type": "function", "function": {"name": "now", "parameters": {"type": "object"}}}])");
    input.bosToken = "<s>";
    input.eosToken = "</s>";
    input.extra["enable_thinking"] = true;
    input.now = {};
    return input;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const chat::RenderInput input = conversation();
    const auto parsed = chat::ChatTemplate::parse(std::string(reinterpret_cast<const char*>(data), size));
    if (parsed)
        [[maybe_unused]] const auto text = parsed->render(input);
    return 0;
}
