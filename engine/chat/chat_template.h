#pragma once
#include "engine/base/result.h"
#include "engine/chat/local_time.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::chat {

/// JSON that keeps the order of keys, as templates print it.
using Json = nlohmann::ordered_json;

namespace jinja {
class Template;
} // namespace jinja

/// One turn of a plain conversation.
struct Message {
    std::string role; ///< "system", "user", "assistant", "tool"
    std::string text;
};

/// What a chat template is given.
struct RenderInput {
    Json messages = Json::array(); ///< objects with role, content, and whatever else the template reads (tool_calls, reasoning_content)
    Json tools;                    ///< array of tool definitions; null: the variable is not defined
    bool addGenerationPrompt = true;
    std::string bosToken; ///< text of the BOS token; empty when the model has none
    std::string eosToken;
    Json extra = Json::object(); ///< more variables by name, for example enable_thinking
    LocalTime now = LocalTime::now();

    RenderInput() = default;
    explicit RenderInput(const std::vector<Message>& conversation);
    /// Reads a conversation file: messages, tools, add_generation_prompt, bos_token, eos_token; every other key is an extra variable.
    static base::Result<RenderInput> fromJson(std::string_view text);
};

/// A parsed chat template (Jinja). Immutable: may be rendered from several threads at once.
/// Templates come out of model files and are hostile until proven otherwise: steps, output, recursion and memory of a render are limited
/// (jinja::Limits), and nothing but the given values can be reached.
class ChatTemplate {
public:
    /// Errors (unsupported) carry line and column.
    static base::Result<ChatTemplate> parse(std::string source);
    /// The prompt text; to be tokenised with special tokens parsed. Errors: what the template itself raises, a value it cannot handle, a limit.
    base::Result<std::string> render(const RenderInput& input) const;
    const std::string& source() const;

private:
    explicit ChatTemplate(std::shared_ptr<const jinja::Template> program);
    std::shared_ptr<const jinja::Template> m_program;
};

/// The template for models that bring none: <|im_start|>role, newline, text, <|im_end|>.
std::string_view chatMlSource();

} // namespace cutaway::chat
