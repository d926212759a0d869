#pragma once
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/tokenizer/text_index.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::tokenizer {

using base::kNoToken;
using base::TokenId;

/// What a token is for. A token may have several of these.
enum class TokenAttribute : std::uint16_t {
    unknown = 1,
    unused = 2,
    normal = 4,
    control = 8,      ///< steers the model; text of it is empty unless asked for
    userDefined = 16, ///< matched as a whole in every text
    byte = 32,        ///< "<0xHH>": one byte
    leftStrip = 128,  ///< takes the white space before it along
    rightStrip = 256, ///< takes the white space after it along
};

/// A set of TokenAttribute.
class TokenAttributes {
public:
    TokenAttributes() = default;
    explicit TokenAttributes(TokenAttribute one) : m_bits(std::uint16_t(one)) {}
    bool has(TokenAttribute one) const { return (m_bits & std::uint16_t(one)) != 0; }
    void add(TokenAttribute one) { m_bits |= std::uint16_t(one); }
    void remove(TokenAttribute one) { m_bits &= std::uint16_t(~std::uint16_t(one)); }
    friend bool operator==(TokenAttributes, TokenAttributes) = default;

private:
    std::uint16_t m_bits = 0;
};

/// Tokens with a role; kNoToken for a role that no token has.
struct SpecialIds {
    TokenId bos = kNoToken;
    TokenId eos = kNoToken;
    TokenId eot = kNoToken; ///< end of turn
    TokenId eom = kNoToken; ///< end of message
    TokenId unknown = kNoToken;
    TokenId separator = kNoToken;
    TokenId padding = kNoToken;
    TokenId mask = kNoToken;
    TokenId fimPrefix = kNoToken; ///< fill in the middle: before the prefix, the suffix, the middle
    TokenId fimSuffix = kNoToken;
    TokenId fimMiddle = kNoToken;
    TokenId fimPadding = kNoToken;
    TokenId fimRepository = kNoToken;
    TokenId fimSeparator = kNoToken;
};

/// What encode() puts around a whole text.
enum class Frame {
    asKeysSay, ///< BOS and EOS, each where the file or the default wants it
    bosAlways, ///< BOS in front whatever the file says, EOS behind where it is wanted
    always,    ///< BOS in front and the separator behind, whatever the file says
    never,
};

/// What a kind of tokenizer takes for granted where the file says nothing.
struct VocabularyDefaults {
    SpecialIds ids;
    bool addBos = false;
    bool addEos = false;
    bool addSpacePrefix = false;
    bool cleanSpaces = false;
    Frame frame = Frame::asKeysSay;
};

/// The tokens of a model and what is known about each. Immutable after loading.
class Vocabulary {
public:
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;
    Vocabulary(const Vocabulary&) = delete; ///< m_index borrows from m_texts: a copy would borrow from the original
    Vocabulary& operator=(const Vocabulary&) = delete;
    /// Reads the `tokenizer.ggml.*` keys and gives tokens the attributes that follow from their texts. Special ids outside the vocabulary
    /// are left out.
    /// Errors: notFound without tokens; corruptFile for keys of a wrong type or length. @source facts of tokenizers, sections 1, 2, 10
    static base::Result<Vocabulary> load(const formats::Metadata& metadata, const VocabularyDefaults& defaults);

    TokenId size() const { return TokenId(m_texts.size()); }
    bool contains(TokenId id) const { return id >= 0 && id < size(); }
    /// As the file has it: "Ġthe", "▁the", "<0x0A>". @pre contains(id)
    const std::string& text(TokenId id) const { return m_texts[std::size_t(id)]; }
    float score(TokenId id) const { return m_scores.empty() ? 0.0f : m_scores[std::size_t(id)]; }
    TokenAttributes attributes(TokenId id) const { return m_attributes[std::size_t(id)]; }
    /// The token with exactly this text (the last one of several), or kNoToken.
    TokenId find(std::string_view text) const { return m_index.find(text); }

    const SpecialIds& special() const { return m_special; }
    /// Generation ends with any of these; in ascending order.
    const std::vector<TokenId>& endOfGeneration() const { return m_endOfGeneration; }
    bool isEndOfGeneration(TokenId id) const;
    /// The token that encode() puts in front of a whole text, or kNoToken for none.
    TokenId front() const;
    /// The token that encode() puts behind a whole text, or kNoToken for none.
    TokenId back() const;
    bool addSpacePrefix() const { return m_settings.addSpacePrefix; }
    bool cleanSpaces() const { return m_settings.cleanSpaces; }

private:
    friend class VocabularyLoader;
    Vocabulary() = default;
    std::vector<std::string> m_texts;
    std::vector<float> m_scores;
    std::vector<TokenAttributes> m_attributes;
    TextIndex m_index; ///< borrows m_texts
    SpecialIds m_special;
    std::vector<TokenId> m_endOfGeneration;
    VocabularyDefaults m_settings;
};

/// Ok, or an error (corruptFile) that names the first score that is no finite number.
base::Status requireFiniteScores(const Vocabulary& vocabulary);

} // namespace cutaway::tokenizer
