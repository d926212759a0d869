#include "engine/chat/chat_template.h"

#include "engine/chat/jinja/template.h"

namespace cutaway::chat {
namespace {

base::Error wrongField(const std::string& field, const std::string& wanted)
{
    return { base::ErrorCode::invalidArgument, "the field '" + field + "' of the conversation must be " + wanted, field, {} };
}

/// One key of a conversation file, stored where it belongs.
base::Status take(RenderInput& input, const std::string& key, const Json& value)
{
    if (key == "messages") {
        if (!value.is_array())
            return wrongField(key, "an array");
        input.messages = value;
    } else if (key == "tools") {
        if (!value.is_array() && !value.is_null())
            return wrongField(key, "an array or null");
        input.tools = value;
    } else if (key == "add_generation_prompt") {
        if (!value.is_boolean())
            return wrongField(key, "true or false");
        input.addGenerationPrompt = value.get<bool>();
    } else if (key == "bos_token" || key == "eos_token") {
        if (!value.is_string())
            return wrongField(key, "a string");
        (key == "bos_token" ? input.bosToken : input.eosToken) = value.get<std::string>();
    } else {
        input.extra[key] = value;
    }
    return base::ok();
}

} // namespace

RenderInput::RenderInput(const std::vector<Message>& conversation)
{
    for (const Message& message : conversation)
        messages.push_back(Json { { "role", message.role }, { "content", message.text } });
}

base::Result<RenderInput> RenderInput::fromJson(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("messages"))
        return base::Error { base::ErrorCode::invalidArgument, "a conversation must be a JSON object with the field 'messages'", "messages",
            {} };
    RenderInput input;
    for (const auto& [key, value] : json.items()) {
        CUTAWAY_TRY([[maybe_unused]] const auto done, take(input, key, value));
    }
    return input;
}

ChatTemplate::ChatTemplate(std::shared_ptr<const jinja::Template> program) : m_program(std::move(program)) {}

base::Result<ChatTemplate> ChatTemplate::parse(std::string source)
{
    CUTAWAY_TRY(auto program, jinja::Template::parse(std::move(source)));
    return ChatTemplate(std::move(program));
}

base::Result<std::string> ChatTemplate::render(const RenderInput& input) const
{
    Json variables = Json::object();
    variables["messages"] = input.messages;
    variables["add_generation_prompt"] = input.addGenerationPrompt;
    variables["bos_token"] = input.bosToken;
    variables["eos_token"] = input.eosToken;
    if (!input.tools.is_null())
        variables["tools"] = input.tools;
    for (const auto& [key, value] : input.extra.items())
        variables[key] = value;
    return m_program->render(variables, input.now);
}

const std::string& ChatTemplate::source() const { return m_program->source(); }

std::string_view chatMlSource()
{
    return "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}"
           "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
}

} // namespace cutaway::chat
