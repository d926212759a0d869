#include "engine/runtime/text_tools.h"

#include "engine/grammar/json_schema.h"

namespace cutaway::runtime {
namespace {

const char* roleName(api::Role role)
{
    switch (role) {
    case api::Role::system: return "system";
    case api::Role::user: return "user";
    case api::Role::assistant: return "assistant";
    }
    return "user";
}

std::string tokenText(const tokenizer::Tokenizer& tokenizer, base::TokenId id) { return id == base::kNoToken ? std::string() : tokenizer.tokenBytes(id, true); }

} // namespace

base::Result<std::shared_ptr<const TextTools>> TextTools::load(const formats::Metadata& metadata)
{
    auto tools = std::make_shared<TextTools>();
    CUTAWAY_TRY(tools->m_tokenizer, tokenizer::loadTokenizer(metadata));
    tools->loadTemplate(metadata);
    return std::shared_ptr<const TextTools>(std::move(tools));
}

void TextTools::loadTemplate(const formats::Metadata& metadata)
{
    if (!m_tokenizer->hasVocabulary()) {
        m_templateProblem = "The model has no vocabulary.";
        return;
    }
    if (!metadata.has("tokenizer.chat_template")) {
        m_templateProblem = "The model has no chat template; it continues text.";
        return;
    }
    const auto source = metadata.text("tokenizer.chat_template");
    auto parsed = source ? chat::ChatTemplate::parse(*source) : base::Result<chat::ChatTemplate>(source.error());
    if (!parsed) {
        m_templateProblem = parsed.error().message;
        return;
    }
    m_template = std::move(*parsed);
    const auto& ids = m_tokenizer->vocabulary().special();
    m_probe.emplace(*m_template, tokenText(*m_tokenizer, ids.bos), tokenText(*m_tokenizer, ids.eos));
    m_templateProblem = m_probe->abilities().problem;
}

base::Result<std::string> TextTools::render(const std::vector<api::ChatMessage>& messages, const std::string& now) const
{
    if (!hasTemplate())
        return base::Error { .code = base::ErrorCode::unsupported, .message = m_templateProblem, .action = "Use the completion of plain text." };
    std::vector<chat::Message> conversation;
    for (const api::ChatMessage& message : messages)
        conversation.push_back({ roleName(message.role), message.text });
    chat::RenderInput input = m_probe->prepare(conversation);
    if (!now.empty()) {
        CUTAWAY_TRY(input.now, chat::LocalTime::parse(now));
    }
    return m_template->render(input);
}

std::shared_ptr<const grammar::VocabularyTrie> TextTools::vocabularyTrie() const
{
    const std::lock_guard lock(m_trieMutex);
    if (!m_trie)
        m_trie = std::make_shared<grammar::VocabularyTrie>(*m_tokenizer);
    return m_trie;
}

base::Result<std::shared_ptr<grammar::GrammarMatcher>> TextTools::grammar(const api::AnswerFormat& format) const
{
    if (format.kind == api::AnswerFormat::Kind::free)
        return std::shared_ptr<grammar::GrammarMatcher>();
    CUTAWAY_TRY_STATUS(m_tokenizer->requireVocabulary());
    std::string gbnf = format.text;
    if (format.kind == api::AnswerFormat::Kind::jsonSchema) {
        CUTAWAY_TRY(gbnf, grammar::gbnfFromJsonSchema(format.text));
    }
    CUTAWAY_TRY(auto matcher, grammar::GrammarMatcher::create(gbnf, vocabularyTrie()));
    return std::make_shared<grammar::GrammarMatcher>(std::move(matcher));
}

base::Result<std::vector<base::TokenId>> TextTools::tokens(const std::vector<api::ChatMessage>& messages, const std::string& text, const std::string& now) const
{
    CUTAWAY_TRY_STATUS(m_tokenizer->requireVocabulary());
    if (messages.empty())
        return m_tokenizer->encode(text, { .addSpecial = true, .parseSpecial = true });
    CUTAWAY_TRY(const std::string prompt, render(messages, now));
    std::vector<base::TokenId> ids = m_tokenizer->encode(prompt, { .addSpecial = true, .parseSpecial = true });
    // A template that writes BOS itself must not get a second one.
    const base::TokenId bos = m_tokenizer->vocabulary().special().bos;
    if (bos != base::kNoToken && ids.size() > 1 && ids[0] == bos && ids[1] == bos)
        ids.erase(ids.begin());
    return ids;
}

} // namespace cutaway::runtime
