#include "engine/chat/chat_template_probe.h"

#include <algorithm>

namespace cutaway::chat {
namespace {

/// Texts that no template contains, so that finding them in the output proves that the message went in.
const Message kSystem { "system", "probe-system-7f3a" };
const Message kUser { "user", "probe-user-91bc" };
const Message kAssistant { "assistant", "probe-assistant-d204" };
const Message kSecondUser { "user", "probe-second-55e8" };

RenderInput inputOf(const std::vector<Message>& conversation, bool asParts)
{
    RenderInput input(conversation);
    if (asParts) {
        for (Json& message : input.messages)
            message["content"] = Json::array({ Json { { "type", "text" }, { "text", message["content"] } } });
    }
    return input;
}

/// System texts in front of the next user message, a blank line between. Those that no user message follows stay as a user message of their own.
std::vector<Message> withoutSystemRole(const std::vector<Message>& conversation)
{
    std::vector<Message> merged;
    std::string pending;
    for (const Message& message : conversation) {
        if (message.role == kSystem.role) {
            pending += message.text + "\n\n";
        } else if (message.role == kUser.role && !pending.empty()) {
            merged.push_back({ message.role, pending + message.text });
            pending.clear();
        } else {
            merged.push_back(message);
        }
    }
    if (!pending.empty())
        merged.push_back({ kUser.role, pending.substr(0, pending.size() - 2) });
    return merged;
}

} // namespace

/// How one small conversation went: an error, or which of its texts came out.
class ChatTemplateProbe::Trial {
public:
    Trial(const ChatTemplate& chatTemplate, const ChatTemplateProbe& probe, const std::vector<Message>& conversation, bool asParts)
    {
        RenderInput input = inputOf(conversation, asParts);
        input.bosToken = probe.m_bosToken;
        input.eosToken = probe.m_eosToken;
        const auto rendered = chatTemplate.render(input);
        if (!rendered)
            m_problem = rendered.error().message;
        else if (!std::ranges::all_of(conversation, [&](const Message& m) { return rendered->find(m.text) != std::string::npos; }))
            m_problem = "a message is missing from what the chat template makes of a conversation";
    }
    bool works() const { return m_problem.empty(); }
    const std::string& problem() const { return m_problem; }

private:
    std::string m_problem;
};

ChatTemplateProbe::ChatTemplateProbe(const ChatTemplate& chatTemplate, std::string bosToken, std::string eosToken)
    : m_bosToken(std::move(bosToken))
    , m_eosToken(std::move(eosToken))
{
    const Trial text(chatTemplate, *this, { kUser }, false);
    m_abilities.contentAsParts = !text.works() && Trial(chatTemplate, *this, { kUser }, true).works();
    m_abilities.plain = text.works() || m_abilities.contentAsParts;
    if (!m_abilities.plain) {
        m_abilities.problem = text.problem();
        return;
    }
    const bool asParts = m_abilities.contentAsParts;
    const Trial system(chatTemplate, *this, { kSystem, kUser }, asParts);
    m_abilities.systemRole = system.works();
    if (!system.works())
        m_abilities.notes.push_back("No system role: the system text goes in front of the first user message. (" + system.problem() + ")");
    const Trial turns(chatTemplate, *this, { kUser, kAssistant, kSecondUser }, asParts);
    m_abilities.multiTurn = turns.works();
    if (!turns.works())
        m_abilities.notes.push_back("No earlier turns: only single questions work. (" + turns.problem() + ")");
}

RenderInput ChatTemplateProbe::prepare(const std::vector<Message>& conversation) const
{
    RenderInput input = inputOf(m_abilities.systemRole ? conversation : withoutSystemRole(conversation), m_abilities.contentAsParts);
    input.bosToken = m_bosToken;
    input.eosToken = m_eosToken;
    return input;
}

} // namespace cutaway::chat
