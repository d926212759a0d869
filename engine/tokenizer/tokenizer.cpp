#include "engine/tokenizer/tokenizer.h"

#include "engine/base/text.h"
#include "engine/tokenizer/special_splitter.h"
#include "engine/tokenizer/token_rules.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <array>
#include <limits>

namespace cutaway::tokenizer {
namespace {

using base::Error;
using base::ErrorCode;

constexpr const char* kModelKey = "tokenizer.ggml.model";

/// Some models put a space before punctuation; what they were trained on takes it away again.
void cleanUpSpaces(std::string& text)
{
    static constexpr std::array<std::array<std::string_view, 2>, 9> kRules { { { " ?", "?" }, { " !", "!" }, { " .", "." }, { " ,", "," },
        { " ' ", "'" }, { " 's", "'s" }, { " 'm", "'m" }, { " 're", "'re" }, { " 've", "'ve" } } };
    for (const auto& [what, by] : kRules)
        text = base::replaced(text, what, by);
}

/// A tokenizer of any kind: special tokens, BOS and EOS are the same for all, the rest is the kind's own.
class ModelTokenizer final : public Tokenizer {
public:
    ModelTokenizer(std::unique_ptr<const Vocabulary> vocabulary, std::unique_ptr<const TokenizerModel> model)
        : m_vocabulary(std::move(vocabulary))
        , m_model(std::move(model))
        , m_splitter(*m_vocabulary)
    {
    }

    bool hasVocabulary() const override { return true; }
    TokenId vocabularySize() const override { return m_vocabulary->size(); }
    const Vocabulary& vocabulary() const override { return *m_vocabulary; }
    std::string_view name() const override { return m_model->name(); }

    std::vector<TokenId> encode(std::string_view text, EncodeOptions options) const override
    {
        std::vector<TokenId> ids;
        if (options.addSpecial && m_vocabulary->front() != kNoToken)
            ids.push_back(m_vocabulary->front());
        bool textStart = true;
        for (const Fragment& fragment : m_splitter.split(text, options.parseSpecial)) {
            if (fragment.token == kNoToken)
                m_model->encode(fragment.text, textStart, ids);
            else
                ids.push_back(fragment.token);
            textStart = fragment.token != kNoToken;
        }
        if (options.addSpecial && m_vocabulary->back() != kNoToken)
            ids.push_back(m_vocabulary->back());
        return ids;
    }

    std::string tokenBytes(TokenId id, bool showSpecial) const override
    {
        if (!m_vocabulary->contains(id))
            return {};
        const TokenAttributes attributes = m_vocabulary->attributes(id);
        if (attributes.has(TokenAttribute::control) || attributes.has(TokenAttribute::unknown))
            return showSpecial ? m_vocabulary->text(id) : std::string();
        if (attributes.has(TokenAttribute::userDefined))
            return m_vocabulary->text(id);
        if (attributes.has(TokenAttribute::byte)) {
            const auto byte = byteOfToken(m_vocabulary->text(id));
            return byte ? std::string(1, char(*byte)) : std::string();
        }
        return attributes.has(TokenAttribute::normal) ? m_model->bytes(id) : std::string();
    }

    std::string decode(std::span<const TokenId> ids, DecodeOptions options) const override
    {
        bool textStart = true;
        if (options.removeSpecial && m_vocabulary->front() != kNoToken && !ids.empty() && ids.front() == m_vocabulary->front())
            ids = ids.subspan(1);
        if (options.removeSpecial && m_vocabulary->back() != kNoToken && !ids.empty() && ids.back() == m_vocabulary->back())
            ids = ids.first(ids.size() - 1);
        std::string text;
        for (const TokenId id : ids) {
            std::string bytes = tokenBytes(id, options.showSpecial);
            // encode() puts a space before every text, at the start and after each special token.
            if (textStart && m_vocabulary->addSpacePrefix() && !isSpecial(id) && bytes.starts_with(' '))
                bytes.erase(0, 1);
            textStart = isSpecial(id);
            text += bytes;
        }
        if (options.cleanSpaces && m_vocabulary->cleanSpaces())
            cleanUpSpaces(text);
        return text;
    }

private:
    bool isSpecial(TokenId id) const
    {
        if (!m_vocabulary->contains(id))
            return false;
        const TokenAttributes attributes = m_vocabulary->attributes(id);
        return attributes.has(TokenAttribute::control) || attributes.has(TokenAttribute::userDefined)
            || attributes.has(TokenAttribute::unknown);
    }

    std::unique_ptr<const Vocabulary> m_vocabulary; ///< behind a pointer: the others keep references to it
    std::unique_ptr<const TokenizerModel> m_model;
    SpecialSplitter m_splitter;
};

/// Stands in for a tokenizer where the file has none.
class NoTokenizer final : public Tokenizer {
public:
    explicit NoTokenizer(TokenId size) : m_size(size) {}
    bool hasVocabulary() const override { return false; }
    TokenId vocabularySize() const override { return m_size; }
    std::string_view name() const override { return "none"; }
    const Vocabulary& vocabulary() const override { base::contractFailed("hasVocabulary()", __FILE__, __LINE__); }
    std::vector<TokenId> encode(std::string_view, EncodeOptions) const override
    {
        base::contractFailed("hasVocabulary()", __FILE__, __LINE__);
    }
    std::string tokenBytes(TokenId, bool) const override { base::contractFailed("hasVocabulary()", __FILE__, __LINE__); }
    std::string decode(std::span<const TokenId>, DecodeOptions) const override
    {
        base::contractFailed("hasVocabulary()", __FILE__, __LINE__);
    }

private:
    TokenId m_size;
};

base::Result<std::unique_ptr<const Tokenizer>> loadNone(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const std::string architecture, metadata.textOr("general.architecture", ""));
    const std::string key = architecture + ".vocab_size";
    CUTAWAY_TRY(const std::int64_t size, metadata.integerOr(key, 0));
    if (size < 0 || size > std::numeric_limits<TokenId>::max())
        return Error { .code = ErrorCode::corruptFile,
            .message = "Metadata key " + base::quoted(key) + " is " + std::to_string(size) + ", wanted are 0 to "
                + std::to_string(std::numeric_limits<TokenId>::max()) + ".",
            .subject = key };
    return std::unique_ptr<const Tokenizer>(std::make_unique<NoTokenizer>(TokenId(size)));
}

} // namespace

base::Status Tokenizer::requireVocabulary() const
{
    if (hasVocabulary())
        return base::ok();
    return Error { .code = ErrorCode::unsupported,
        .message = "This model has no vocabulary (metadata key 'tokenizer.ggml.model'), so it takes and gives token ids, not text.",
        .subject = kModelKey };
}

base::Result<std::unique_ptr<const Tokenizer>> loadTokenizer(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const std::string model, metadata.text(kModelKey));
    if (model == "none" || model == "no_vocab")
        return loadNone(metadata);
    std::string known;
    for (const TokenizerSpec* spec : tokenizerKinds()) {
        if (spec->model != model) {
            known += (known.empty() ? "" : ", ") + base::quoted(spec->model);
            continue;
        }
        CUTAWAY_TRY(const VocabularyDefaults defaults, spec->defaults(metadata));
        CUTAWAY_TRY(Vocabulary vocabulary, Vocabulary::load(metadata, defaults));
        auto owned = std::make_unique<const Vocabulary>(std::move(vocabulary));
        CUTAWAY_TRY(auto algorithm, spec->create(metadata, *owned));
        return std::unique_ptr<const Tokenizer>(std::make_unique<ModelTokenizer>(std::move(owned), std::move(algorithm)));
    }
    return Error { .code = ErrorCode::unsupported,
        .message = "The tokenizer " + base::quoted(model)
            + " (metadata key 'tokenizer.ggml.model') is none of those that this build knows: " + known + ".",
        .subject = kModelKey };
}

} // namespace cutaway::tokenizer
