#include "engine/base/utf8.h"
#include "engine/tokenizer/bpe_model.h"
#include "engine/tokenizer/unicode.h"

namespace cutaway::tokenizer {
namespace {

/// Gives each run of characters that are no white space to a BPE; the white space is lost.
class WhitespaceModel final : public TokenizerModel {
public:
    WhitespaceModel(std::unique_ptr<const TokenizerModel> words, bool lowerCase) : m_words(std::move(words)), m_lowerCase(lowerCase) {}

    std::string_view name() const override { return "whitespace"; }

    void encode(std::string_view text, bool textStart, std::vector<TokenId>& out) const override
    {
        std::string word;
        const auto end = [&] {
            m_words->encode(word, textStart, out);
            word.clear();
        };
        for (std::size_t at = 0; at < text.size();) {
            const base::Utf8Char c = base::decodeUtf8(text, at);
            if (bitsOf(c.codePoint) & charbit::space)
                end();
            else
                base::appendUtf8(word, m_lowerCase ? lowerCase(c.codePoint) : c.codePoint);
            at += c.length;
        }
        end();
    }

    std::string bytes(TokenId id) const override { return m_words->bytes(id); }

private:
    std::unique_ptr<const TokenizerModel> m_words;
    bool m_lowerCase;
};

base::Result<VocabularyDefaults> whitespaceDefaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = { .bos = 11, .eos = 11 }, .cleanSpaces = true };
}

base::Result<std::unique_ptr<const TokenizerModel>> createWhitespace(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    const PreTokenizer* pre = findPreTokenizer("whitespace");
    CUTAWAY_CHECK(pre);
    CUTAWAY_TRY(const bool lowerCase, metadata.booleanOr("tokenizer.ggml.normalizer.lowercase", false));
    CUTAWAY_TRY(auto words, createBpeModel(metadata, vocabulary, *pre));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<WhitespaceModel>(std::move(words), lowerCase));
}

} // namespace

extern const TokenizerSpec whitespace;
constexpr TokenizerSpec whitespace {
    .name = "whitespace", .model = "whitespace", .defaults = whitespaceDefaults, .create = createWhitespace
};

} // namespace cutaway::tokenizer
