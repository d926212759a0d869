#pragma once
#include "engine/api/values.h"
#include "engine/chat/chat_template_probe.h"
#include "engine/formats/metadata.h"
#include "engine/grammar/grammar_matcher.h"
#include "engine/tokenizer/tokenizer.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cutaway::runtime {

/// Tokenizer and chat template of a model: text to tokens and back. Immutable; any thread may use it.
class TextTools {
public:
    /// A template that cannot be used is no error: templateProblem() says why.
    static base::Result<std::shared_ptr<const TextTools>> load(const formats::Metadata& metadata);

    const tokenizer::Tokenizer& tokenizer() const { return *m_tokenizer; }
    bool hasTemplate() const { return m_probe.has_value() && m_probe->abilities().problem.empty(); }
    const std::string& templateProblem() const { return m_templateProblem; }

    /// The tokens of a conversation, template applied; of the bare text when there are no messages.
    /// @param now  local time for the template, ISO 8601; empty: the clock
    /// Errors: unsupported without a vocabulary or template; what the template raises
    base::Result<std::vector<base::TokenId>> tokens(const std::vector<api::ChatMessage>& messages, const std::string& text, const std::string& now) const;
    /// What holds an answer to its format; null when it is free. For GenerateRequest.
    /// Errors: those of GrammarMatcher::create(), with line and column, and of gbnfFromJsonSchema(), with the path in the schema; unsupported without a vocabulary.
    base::Result<std::shared_ptr<grammar::GrammarMatcher>> grammar(const api::AnswerFormat& format) const;
    base::Result<std::string> render(const std::vector<api::ChatMessage>& messages, const std::string& now) const;

private:
    std::shared_ptr<const grammar::VocabularyTrie> vocabularyTrie() const;
    void loadTemplate(const formats::Metadata& metadata);

    std::unique_ptr<const tokenizer::Tokenizer> m_tokenizer;
    std::optional<chat::ChatTemplate> m_template;
    std::optional<chat::ChatTemplateProbe> m_probe;
    std::string m_templateProblem;
    mutable std::mutex m_trieMutex;
    mutable std::shared_ptr<const grammar::VocabularyTrie> m_trie; ///< made when first needed
};

} // namespace cutaway::runtime
