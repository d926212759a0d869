#pragma once
#include "engine/chat/chat_template.h"

#include <string>
#include <vector>

namespace cutaway::chat {

/// What a chat template can do, found by rendering small conversations when a model is loaded.
struct TemplateAbilities {
    bool plain = false;             ///< one user message renders, and its text appears
    bool systemRole = false;        ///< a system message renders, and its text appears
    bool multiTurn = false;         ///< user, assistant, user renders, and all texts appear
    bool contentAsParts = false;    ///< content must be a list of {"type": "text", "text": ...}; a plain string does not appear
    std::string problem;            ///< why the template cannot be used, one sentence; empty when plain works
    std::vector<std::string> notes; ///< what does not work and what is done about it, one sentence each
};

class ChatTemplateProbe {
public:
    explicit ChatTemplateProbe(const ChatTemplate& chatTemplate, std::string bosToken = {}, std::string eosToken = {});
    const TemplateAbilities& abilities() const { return m_abilities; }
    /// The conversation as this template takes it: without a system role, system texts go in front of the next user message,
    /// with a blank line between; content becomes parts where the template asks for parts.
    RenderInput prepare(const std::vector<Message>& conversation) const;

private:
    class Trial;
    TemplateAbilities m_abilities;
    std::string m_bosToken;
    std::string m_eosToken;
};

} // namespace cutaway::chat
