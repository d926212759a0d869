#include "engine/tokenizer/vocabulary.h"

#include "engine/base/text.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/tokenizer/token_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace cutaway::tokenizer {
namespace {

using base::Error;
using base::ErrorCode;

struct IdKey {
    const char* key;
    TokenId SpecialIds::* id;
};

/// Later rows win: the newer name of a role stands behind the older one.
constexpr std::array kIdKeys {
    IdKey { "tokenizer.ggml.bos_token_id", &SpecialIds::bos },
    IdKey { "tokenizer.ggml.eos_token_id", &SpecialIds::eos },
    IdKey { "tokenizer.ggml.eot_token_id", &SpecialIds::eot },
    IdKey { "tokenizer.ggml.eom_token_id", &SpecialIds::eom },
    IdKey { "tokenizer.ggml.unknown_token_id", &SpecialIds::unknown },
    IdKey { "tokenizer.ggml.seperator_token_id", &SpecialIds::separator },
    IdKey { "tokenizer.ggml.padding_token_id", &SpecialIds::padding },
    IdKey { "tokenizer.ggml.mask_token_id", &SpecialIds::mask },
    IdKey { "tokenizer.ggml.prefix_token_id", &SpecialIds::fimPrefix },
    IdKey { "tokenizer.ggml.suffix_token_id", &SpecialIds::fimSuffix },
    IdKey { "tokenizer.ggml.middle_token_id", &SpecialIds::fimMiddle },
    IdKey { "tokenizer.ggml.fim_pre_token_id", &SpecialIds::fimPrefix },
    IdKey { "tokenizer.ggml.fim_suf_token_id", &SpecialIds::fimSuffix },
    IdKey { "tokenizer.ggml.fim_mid_token_id", &SpecialIds::fimMiddle },
    IdKey { "tokenizer.ggml.fim_pad_token_id", &SpecialIds::fimPadding },
    IdKey { "tokenizer.ggml.fim_rep_token_id", &SpecialIds::fimRepository },
    IdKey { "tokenizer.ggml.fim_sep_token_id", &SpecialIds::fimSeparator },
};

constexpr const char* kTokensKey = "tokenizer.ggml.tokens";
constexpr const char* kScoresKey = "tokenizer.ggml.scores";
constexpr const char* kTypesKey = "tokenizer.ggml.token_type";

TokenAttributes attributesOf(std::int64_t fileType)
{
    switch (formats::TokenType(fileType)) {
    case formats::TokenType::normal: return TokenAttributes(TokenAttribute::normal);
    case formats::TokenType::unknown: return TokenAttributes(TokenAttribute::unknown);
    case formats::TokenType::control: return TokenAttributes(TokenAttribute::control);
    case formats::TokenType::userDefined: return TokenAttributes(TokenAttribute::userDefined);
    case formats::TokenType::unused: return TokenAttributes(TokenAttribute::unused);
    case formats::TokenType::byte: return TokenAttributes(TokenAttribute::byte);
    }
    return {};
}

Error lengthError(const char* key, std::size_t found, std::size_t wanted)
{
    return { .code = ErrorCode::corruptFile,
        .message = "Metadata key " + base::quoted(key) + " has " + std::to_string(found) + " elements, wanted is one for each of the "
            + std::to_string(wanted) + " tokens.",
        .subject = key };
}

} // namespace

/// Fills a Vocabulary step by step.
class VocabularyLoader {
public:
    VocabularyLoader(const formats::Metadata& metadata, const VocabularyDefaults& defaults) : m_metadata(metadata)
    {
        m_vocabulary.m_settings = defaults;
        m_vocabulary.m_special = defaults.ids;
    }

    base::Result<Vocabulary> load()
    {
        for (const auto step : { &VocabularyLoader::readTexts, &VocabularyLoader::readScores, &VocabularyLoader::readTypes,
                 &VocabularyLoader::readSpecialIds, &VocabularyLoader::readSettings }) {
            if (auto done = (this->*step)(); !done)
                return std::move(done).error();
        }
        TokenRules rules { m_vocabulary.m_texts, m_vocabulary.m_index, m_vocabulary.m_attributes, m_vocabulary.m_special,
            m_vocabulary.m_settings.ids.eos };
        m_vocabulary.m_endOfGeneration = applyTokenRules(rules);
        CUTAWAY_TRY(const std::string name, m_metadata.textOr("general.name", ""));
        CUTAWAY_TRY(const std::string architecture, m_metadata.textOr("general.architecture", ""));
        CUTAWAY_TRY(const std::string pre, m_metadata.textOr("tokenizer.ggml.pre", ""));
        applyStripRules(rules, name, architecture, pre);
        return std::move(m_vocabulary);
    }

private:
    base::Status readTexts()
    {
        CUTAWAY_TRY(const std::vector<std::string>* texts, m_metadata.strings(kTokensKey));
        if (texts->empty() || texts->size() > std::size_t(std::numeric_limits<TokenId>::max()))
            return Error { .code = ErrorCode::corruptFile,
                .message = "Metadata key " + base::quoted(kTokensKey) + " has " + std::to_string(texts->size())
                    + " elements, wanted are 1 to " + std::to_string(std::numeric_limits<TokenId>::max()) + ".",
                .subject = kTokensKey };
        m_vocabulary.m_texts = *texts;
        for (std::size_t id = 0; id < m_vocabulary.m_texts.size(); ++id) {
            if (m_vocabulary.m_texts[id].empty())
                m_vocabulary.m_texts[id] = "[EMPTY_" + std::to_string(id) + "]";
        }
        m_vocabulary.m_index = TextIndex(m_vocabulary.m_texts);
        return base::ok();
    }

    base::Status readScores()
    {
        if (!m_metadata.has(kScoresKey))
            return base::ok();
        CUTAWAY_TRY(const std::vector<float>* scores, m_metadata.reals(kScoresKey));
        if (scores->size() != m_vocabulary.m_texts.size())
            return lengthError(kScoresKey, scores->size(), m_vocabulary.m_texts.size());
        m_vocabulary.m_scores = *scores;
        return base::ok();
    }

    base::Status readTypes()
    {
        m_vocabulary.m_attributes.assign(m_vocabulary.m_texts.size(), TokenAttributes(TokenAttribute::normal));
        if (!m_metadata.has(kTypesKey))
            return base::ok();
        CUTAWAY_TRY(const std::vector<std::int64_t> types, m_metadata.integers(kTypesKey));
        if (types.size() != m_vocabulary.m_texts.size())
            return lengthError(kTypesKey, types.size(), m_vocabulary.m_texts.size());
        for (std::size_t id = 0; id < types.size(); ++id) {
            m_vocabulary.m_attributes[id] = attributesOf(types[id]);
            if (m_vocabulary.m_attributes[id].has(TokenAttribute::byte) && !byteOfToken(m_vocabulary.m_texts[id]))
                m_vocabulary.m_attributes[id] = {}; // stands for no byte, whatever its type says
        }
        return base::ok();
    }

    base::Status readSpecialIds()
    {
        for (const IdKey& row : kIdKeys) {
            if (!m_metadata.has(row.key))
                continue;
            CUTAWAY_TRY(const std::int64_t id, m_metadata.integer(row.key));
            if (id >= 0 && id < m_vocabulary.size())
                m_vocabulary.m_special.*row.id = TokenId(id);
        }
        for (const IdKey& row : kIdKeys) {
            if (!m_vocabulary.contains(m_vocabulary.m_special.*row.id))
                m_vocabulary.m_special.*row.id = kNoToken;
        }
        return base::ok();
    }

    base::Status readSettings()
    {
        VocabularyDefaults& settings = m_vocabulary.m_settings;
        CUTAWAY_TRY(settings.addBos, m_metadata.booleanOr("tokenizer.ggml.add_bos_token", settings.addBos));
        CUTAWAY_TRY(settings.addEos, m_metadata.booleanOr("tokenizer.ggml.add_eos_token", settings.addEos));
        CUTAWAY_TRY(settings.addSpacePrefix, m_metadata.booleanOr("tokenizer.ggml.add_space_prefix", settings.addSpacePrefix));
        return base::ok();
    }

    const formats::Metadata& m_metadata;
    Vocabulary m_vocabulary;
};

base::Result<Vocabulary> Vocabulary::load(const formats::Metadata& metadata, const VocabularyDefaults& defaults)
{
    return VocabularyLoader(metadata, defaults).load();
}

TokenId Vocabulary::front() const
{
    switch (m_settings.frame) {
    case Frame::asKeysSay: return m_settings.addBos ? m_special.bos : kNoToken;
    case Frame::bosAlways:
    case Frame::always: return m_special.bos;
    case Frame::never: return kNoToken;
    }
    return kNoToken;
}

TokenId Vocabulary::back() const
{
    switch (m_settings.frame) {
    case Frame::asKeysSay:
    case Frame::bosAlways: return m_settings.addEos ? m_special.eos : kNoToken;
    case Frame::always: return m_special.separator;
    case Frame::never: return kNoToken;
    }
    return kNoToken;
}

bool Vocabulary::isEndOfGeneration(TokenId id) const { return std::binary_search(m_endOfGeneration.begin(), m_endOfGeneration.end(), id); }

base::Status requireFiniteScores(const Vocabulary& vocabulary)
{
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
        if (!std::isfinite(vocabulary.score(id)))
            return Error { .code = ErrorCode::corruptFile,
                .message = "Metadata key " + base::quoted(kScoresKey) + "[" + std::to_string(id) + "] is not a finite number.",
                .subject = kScoresKey };
    }
    return base::ok();
}

} // namespace cutaway::tokenizer
