#include "engine/base/utf8.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/tokenizer/tokenizer_spec.h"
#include "engine/tokenizer/unicode.h"

#include <algorithm>
#include <array>

namespace cutaway::tokenizer {
namespace {

/// Characters that BERT makes words of their own: ideographs. @source the BERT tokenizer, its table as published (0x2B920 included)
constexpr std::array<std::pair<char32_t, char32_t>, 8> kIdeographs { { { 0x3400, 0x4DBF }, { 0x4E00, 0x9FFF }, { 0xF900, 0xFAFF },
    { 0x20000, 0x2A6DF }, { 0x2A700, 0x2B73F }, { 0x2B740, 0x2B81F }, { 0x2B920, 0x2CEAF }, { 0x2F800, 0x2FA1F } } };

bool isIdeograph(char32_t c)
{
    return std::ranges::any_of(kIdeographs, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

/// How BERT cleans a text before it cuts words.
struct Normalizer {
    bool lowerCase = true;
    bool stripAccents = true;

    /// Gives each character of the cleaned text to `take`, with a space on both sides of what is a word of its own.
    template <class Take> void run(std::string_view text, Take take) const
    {
        std::string kept; // a stretch that is brought to form D as a whole
        const auto give = [&] {
            for (const char32_t c : stripAccents ? normalizeNfd(kept) : codePoints(kept))
                accept(c, take);
            kept.clear();
        };
        for (std::size_t at = 0; at < text.size();) {
            const base::Utf8Char c = base::decodeUtf8(text, at);
            at += c.length;
            if (isSpace(c.codePoint) || isIdeograph(c.codePoint)) {
                give();
                take(U' ');
            }
            if (isIdeograph(c.codePoint)) {
                base::appendUtf8(kept, c.codePoint);
                give();
                take(U' ');
            } else if (!isSpace(c.codePoint) && c.codePoint != 0xFFFD && !(bitsOf(c.codePoint) & charbit::other)) {
                base::appendUtf8(kept, c.codePoint);
            }
        }
        give();
    }

private:
    /// Of the control characters only these three are spaces; the others vanish.
    static bool isSpace(char32_t c)
    {
        const CharSetBits bits = bitsOf(c);
        return c == '\t' || c == '\n' || c == '\r' || ((bits & charbit::space) && !(bits & charbit::other));
    }

    static std::u32string codePoints(std::string_view text)
    {
        std::u32string points;
        for (std::size_t at = 0; at < text.size();) {
            const base::Utf8Char c = base::decodeUtf8(text, at);
            points += c.codePoint;
            at += c.length;
        }
        return points;
    }

    template <class Take> void accept(char32_t c, Take take) const
    {
        if (stripAccents && (bitsOf(c) & charbit::nonspacing))
            return;
        const char32_t cased = lowerCase ? tokenizer::lowerCase(c) : c;
        const bool alone = (bitsOf(cased) & (charbit::punctuation | charbit::asciiSign)) != 0;
        if (alone)
            take(U' ');
        take(cased);
        if (alone)
            take(U' ');
    }
};

class WpmModel final : public TokenizerModel {
public:
    WpmModel(const Vocabulary& vocabulary, Normalizer normalizer) : m_vocabulary(vocabulary), m_normalizer(normalizer)
    {
        for (TokenId id = 0; id < vocabulary.size(); ++id)
            m_longest = std::max(m_longest, vocabulary.text(id).size());
    }

    std::string_view name() const override { return "WPM"; }

    void encode(std::string_view text, bool, std::vector<TokenId>& out) const override
    {
        std::string word(formats::kSpaceMark);
        std::size_t characters = 0;
        const auto end = [&] {
            if (characters > 0)
                encodeWord(word, characters, out);
            word = formats::kSpaceMark;
            characters = 0;
        };
        m_normalizer.run(text, [&](char32_t c) {
            if (c == U' ')
                return end();
            base::appendUtf8(word, c);
            ++characters;
        });
        end();
    }

    std::string bytes(TokenId id) const override
    {
        const std::string& text = m_vocabulary.text(id);
        return text.starts_with(formats::kSpaceMark) ? " " + text.substr(formats::kSpaceMark.size()) : text;
    }

private:
    /// Takes the longest piece from the left again and again; a word that does not divide so is one unknown token.
    void encodeWord(std::string_view word, std::size_t characters, std::vector<TokenId>& out) const
    {
        constexpr std::size_t kMostCharacters = 100; // as in the published tokenizer; it also bounds the work
        const std::size_t before = out.size();
        std::size_t at = characters > kMostCharacters ? word.size() + 1 : 0;
        while (at < word.size()) {
            std::size_t length = std::min(m_longest, word.size() - at);
            TokenId id = kNoToken;
            while (length > 0 && (id = m_vocabulary.find(word.substr(at, length))) == kNoToken)
                --length;
            if (id == kNoToken)
                break;
            out.push_back(id);
            at += length;
        }
        if (at == word.size())
            return;
        out.resize(before);
        if (m_vocabulary.special().unknown != kNoToken)
            out.push_back(m_vocabulary.special().unknown);
    }

    const Vocabulary& m_vocabulary;
    const Normalizer m_normalizer;
    std::size_t m_longest = 0;
};

base::Result<VocabularyDefaults> wpmDefaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = { .bos = 101, .unknown = 100, .separator = 102, .padding = 0, .mask = 103 },
        .cleanSpaces = true,
        .frame = Frame::always };
}

base::Result<std::unique_ptr<const TokenizerModel>> createWpm(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    Normalizer normalizer;
    CUTAWAY_TRY(normalizer.lowerCase, metadata.booleanOr("tokenizer.ggml.normalizer.lowercase", true));
    CUTAWAY_TRY(normalizer.stripAccents, metadata.booleanOr("tokenizer.ggml.normalizer.strip_accents", normalizer.lowerCase));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<WpmModel>(vocabulary, normalizer));
}

} // namespace

extern const TokenizerSpec wpm;
constexpr TokenizerSpec wpm { .name = "WPM", .model = "bert", .defaults = wpmDefaults, .create = createWpm };

} // namespace cutaway::tokenizer
