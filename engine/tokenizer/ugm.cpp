#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/tokenizer/byte_trie.h"
#include "engine/tokenizer/charsmap.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <algorithm>
#include <limits>

namespace cutaway::tokenizer {
namespace {

constexpr const char* kCharsmapKey = "tokenizer.ggml.precompiled_charsmap";
constexpr double kUnknownPenalty = 10; // an unknown character scores that much less than the worst token

/// Divides text into the tokens whose scores have the largest sum (a unigram language model, by Viterbi's algorithm).
class UgmModel final : public TokenizerModel {
public:
    UgmModel(const Vocabulary& vocabulary, Charsmap charsmap, bool mergeSpaces)
        : m_vocabulary(vocabulary)
        , m_charsmap(std::move(charsmap))
        , m_mergeSpaces(mergeSpaces)
    {
        double worst = std::numeric_limits<double>::max();
        for (TokenId id = 0; id < vocabulary.size(); ++id) {
            const TokenAttributes attributes = vocabulary.attributes(id);
            const bool control = attributes.has(TokenAttribute::control);
            if (attributes.has(TokenAttribute::normal))
                worst = std::min(worst, double(vocabulary.score(id)));
            const bool plain = attributes.has(TokenAttribute::normal) || attributes.has(TokenAttribute::userDefined)
                || attributes.has(TokenAttribute::unused);
            if (plain && !control && vocabulary.find(vocabulary.text(id)) == id)
                m_trie.insert(vocabulary.text(id), id);
        }
        m_unknownScore = worst - kUnknownPenalty;
    }

    std::string_view name() const override { return "UGM"; }

    void encode(std::string_view raw, bool, std::vector<TokenId>& out) const override
    {
        const std::string text = normalized(raw);
        const std::vector<Step> steps = bestSteps(text);
        const std::size_t before = out.size();
        for (std::size_t at = text.size(); at > 0; at = steps[at].from) {
            const bool again = steps[at].token == kNoToken && out.size() > before && out.back() == kNoToken; // one for all in a row
            if (!again)
                out.push_back(steps[at].token);
        }
        std::reverse(out.begin() + std::ptrdiff_t(before), out.end());
        std::replace(out.begin() + std::ptrdiff_t(before), out.end(), kNoToken, m_vocabulary.special().unknown);
        if (m_vocabulary.special().unknown == kNoToken)
            std::erase(out, kNoToken);
    }

    std::string bytes(TokenId id) const override { return base::replaced(m_vocabulary.text(id), formats::kSpaceMark, " "); }

private:
    /// The best way from the start of the text to a byte ends with this.
    struct Step {
        double score = -std::numeric_limits<double>::infinity();
        TokenId token = kNoToken; ///< kNoToken: an unknown character
        std::size_t from = 0;
    };

    /// What the charsmap makes of the text, spaces written as marks.
    std::string normalized(std::string_view text) const
    {
        std::string out;
        bool inWord = false;
        bool prefixed = !m_vocabulary.addSpacePrefix();
        const auto put = [&](char byte) {
            if (byte == ' ') {
                inWord = false;
                if (!m_mergeSpaces)
                    out += formats::kSpaceMark;
                return;
            }
            if (!inWord && (!prefixed || m_mergeSpaces)) {
                out += formats::kSpaceMark;
                prefixed = true;
            }
            inWord = true;
            out += byte;
        };
        for (std::size_t at = 0; at < text.size();) {
            const Charsmap::Match rule = m_charsmap.match(text.substr(at));
            const base::Utf8Char c = base::decodeUtf8(text, at);
            std::string replacement;
            if (rule.length == 0)
                base::appendUtf8(replacement, c.codePoint);
            std::ranges::for_each(rule.length > 0 ? rule.replacement : std::string_view(replacement), put);
            at += rule.length > 0 ? rule.length : c.length;
        }
        return out;
    }

    std::vector<Step> bestSteps(std::string_view text) const
    {
        std::vector<Step> steps(text.size() + 1);
        steps[0].score = 0;
        const auto reach = [&](std::size_t from, std::size_t length, TokenId id, double score) {
            Step& step = steps[from + length];
            if (steps[from].score + score > step.score)
                step = { .score = steps[from].score + score, .token = id, .from = from };
        };
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t character = base::decodeUtf8(text, at).length;
            bool covered = false;
            m_trie.forEachPrefix(text.substr(at), [&](std::size_t length, TokenId id) {
                const bool free = m_vocabulary.attributes(id).has(TokenAttribute::userDefined);
                reach(at, length, id, free ? 0.0 : double(m_vocabulary.score(id)));
                covered = covered || length == character;
            });
            if (!covered)
                reach(at, character, kNoToken, m_unknownScore);
            at += character;
        }
        return steps;
    }

    const Vocabulary& m_vocabulary;
    const Charsmap m_charsmap;
    const bool m_mergeSpaces;
    ByteTrie m_trie;
    double m_unknownScore = 0;
};

base::Result<VocabularyDefaults> ugmDefaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = { .eos = 1, .unknown = 2, .padding = 0 }, .addEos = true, .addSpacePrefix = true };
}

/// Bytes come as signed or unsigned numbers.
base::Result<Charsmap> readCharsmap(const formats::Metadata& metadata)
{
    if (!metadata.has(kCharsmapKey))
        return Charsmap();
    CUTAWAY_TRY(const std::vector<std::int64_t> numbers, metadata.integers(kCharsmapKey));
    std::string blob;
    for (const std::int64_t number : numbers) {
        if (number < -128 || number > 255)
            return base::Error { .code = base::ErrorCode::corruptFile,
                .message = "Metadata key " + base::quoted(kCharsmapKey) + " holds " + std::to_string(number) + ", wanted are bytes.",
                .subject = kCharsmapKey };
        blob += char(number);
    }
    return Charsmap::parse(blob, kCharsmapKey);
}

base::Result<std::unique_ptr<const TokenizerModel>> createUgm(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY_STATUS(requireFiniteScores(vocabulary));
    CUTAWAY_TRY(Charsmap charsmap, readCharsmap(metadata));
    CUTAWAY_TRY(const bool mergeSpaces, metadata.booleanOr("tokenizer.ggml.remove_extra_whitespaces", false));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<UgmModel>(vocabulary, std::move(charsmap), mergeSpaces));
}

} // namespace

extern const TokenizerSpec ugm;
constexpr TokenizerSpec ugm { .name = "UGM", .model = "t5", .defaults = ugmDefaults, .create = createUgm };

} // namespace cutaway::tokenizer
