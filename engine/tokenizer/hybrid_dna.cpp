#include "engine/base/text.h"
#include "engine/tokenizer/bpe_model.h"

#include <algorithm>

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kOpen = "<dna>";
constexpr std::string_view kClose = "</dna>";
constexpr std::string_view kOther = "<oov>";
constexpr std::string_view kMark = "\xEE\x80\x80"; // U+E000, the end of a token of bases, which sets it apart from a word of these letters
constexpr std::size_t kBases = 6;                  // of one token

/// Text outside `<dna>...</dna>` is BPE; inside, six bases are a token.
class HybridDnaModel final : public TokenizerModel {
public:
    HybridDnaModel(const Vocabulary& vocabulary, std::unique_ptr<const TokenizerModel> words)
        : m_vocabulary(vocabulary)
        , m_words(std::move(words))
        , m_open(vocabulary.find(kOpen))
        , m_close(vocabulary.find(kClose))
        , m_other(vocabulary.find(kOther))
    {
    }

    std::string_view name() const override { return "hybrid DNA"; }

    void encode(std::string_view text, bool textStart, std::vector<TokenId>& out) const override
    {
        const bool tagged = m_open != kNoToken && m_close != kNoToken && m_other != kNoToken;
        while (!text.empty()) {
            const std::size_t open = tagged ? text.find(kOpen) : std::string_view::npos;
            m_words->encode(text.substr(0, open), textStart, out);
            if (open == std::string_view::npos)
                return;
            out.push_back(m_open);
            text.remove_prefix(open + kOpen.size());
            const std::size_t close = text.find(kClose);
            encodeBases(text.substr(0, close), out);
            if (close == std::string_view::npos)
                return;
            out.push_back(m_close);
            text.remove_prefix(close + kClose.size());
        }
    }

    std::string bytes(TokenId id) const override
    {
        const std::string& text = m_vocabulary.text(id);
        const bool bases = m_other != kNoToken && id > m_other && text.ends_with(kMark);
        return bases ? text.substr(0, text.size() - kMark.size()) : m_words->bytes(id);
    }

private:
    void encodeBases(std::string_view bases, std::vector<TokenId>& out) const
    {
        for (std::size_t at = 0; at < bases.size(); at += kBases) {
            std::string group(bases.substr(at, kBases));
            std::ranges::transform(group, group.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
            group.resize(kBases, 'A');
            const TokenId id = m_vocabulary.find(group.append(kMark));
            out.push_back(id == kNoToken ? m_other : id);
        }
    }

    const Vocabulary& m_vocabulary;
    std::unique_ptr<const TokenizerModel> m_words;
    TokenId m_open;
    TokenId m_close;
    TokenId m_other;
};

base::Result<std::unique_ptr<const TokenizerModel>> createHybridDna(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    CUTAWAY_TRY(auto words, createBpeModel(metadata, vocabulary, *pre));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<HybridDnaModel>(vocabulary, std::move(words)));
}

} // namespace

extern const TokenizerSpec hybrid_dna;
constexpr TokenizerSpec hybrid_dna { .name = "hybrid DNA", .model = "hybriddna", .defaults = bpeDefaults, .create = createHybridDna };

} // namespace cutaway::tokenizer
