#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/tokenizer/token_rules.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <algorithm>
#include <array>
#include <queue>

namespace cutaway::tokenizer {
namespace {

/// Bytes of a character as the lead byte's upper half tells them, without checking what follows: bad bytes reach the byte tokens.
std::size_t characterBytes(char lead)
{
    const auto high = static_cast<unsigned char>(lead) >> 4;
    return high < 0xC ? 1 : high < 0xE ? 2 : high == 0xE ? 3 : 4;
}

/// A stretch of the text that is, or may become, one token.
struct Symbol {
    std::string_view text; ///< empty when merged into its left neighbour
    std::int64_t previous;
    std::int64_t next;
};

struct Merge {
    float score;
    std::int64_t left;
    std::int64_t right;
    std::size_t bytes; ///< of both together; another length means that one of them has changed since

    /// Best first: higher score, then further left.
    bool operator<(const Merge& other) const { return score != other.score ? score < other.score : left > other.left; }
};

/// Merges the symbols of one text: the pair with the best score first.
class Merger {
public:
    Merger(std::string_view text, const Vocabulary& vocabulary, std::size_t longestToken)
        : m_vocabulary(vocabulary)
        , m_longestToken(longestToken)
    {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t length = std::min(characterBytes(text[at]), text.size() - at);
            const auto index = std::int64_t(m_symbols.size());
            m_symbols.push_back({ .text = text.substr(at, length), .previous = index - 1, .next = index + 1 });
            at += length;
        }
        for (std::size_t i = 1; i < m_symbols.size(); ++i)
            consider(std::int64_t(i) - 1, std::int64_t(i));
    }

    /// @return the symbols that are left; those merged away have an empty text
    const std::vector<Symbol>& run()
    {
        while (!m_queue.empty()) {
            const Merge merge = m_queue.top();
            m_queue.pop();
            Symbol& left = at(merge.left);
            Symbol& right = at(merge.right);
            if (left.text.empty() || right.text.empty() || left.text.size() + right.text.size() != merge.bytes)
                continue;
            left.text = { left.text.data(), merge.bytes };
            right.text = {};
            left.next = right.next;
            if (right.next < std::int64_t(m_symbols.size()))
                at(right.next).previous = merge.left;
            consider(left.previous, merge.left);
            consider(merge.left, left.next);
        }
        return m_symbols;
    }

private:
    Symbol& at(std::int64_t index) { return m_symbols[std::size_t(index)]; }

    void consider(std::int64_t left, std::int64_t right)
    {
        if (left < 0 || right >= std::int64_t(m_symbols.size()))
            return;
        const std::size_t bytes = at(left).text.size() + at(right).text.size();
        if (bytes > m_longestToken)
            return;
        const TokenId id = m_vocabulary.find({ at(left).text.data(), bytes });
        if (id != kNoToken)
            m_queue.push({ .score = m_vocabulary.score(id), .left = left, .right = right, .bytes = bytes });
    }

    const Vocabulary& m_vocabulary;
    std::size_t m_longestToken;
    std::vector<Symbol> m_symbols;
    std::priority_queue<Merge> m_queue;
};

class SpmModel final : public TokenizerModel {
public:
    explicit SpmModel(const Vocabulary& vocabulary) : m_vocabulary(vocabulary)
    {
        static constexpr std::string_view kHex = "0123456789ABCDEF";
        for (std::size_t byte = 0; byte < m_byteTokens.size(); ++byte) {
            const std::string text { '<', '0', 'x', kHex[byte >> 4], kHex[byte & 15], '>' };
            const TokenId id = vocabulary.find(text);
            m_byteTokens[byte] = id != kNoToken ? id : vocabulary.find(std::string(1, char(byte)));
        }
        for (TokenId id = 0; id < vocabulary.size(); ++id)
            m_longestToken = std::max(m_longestToken, vocabulary.text(id).size());
    }

    std::string_view name() const override { return "SPM"; }

    void encode(std::string_view text, bool textStart, std::vector<TokenId>& out) const override
    {
        if (text.empty())
            return;
        std::string marked = base::replaced(text, " ", formats::kSpaceMark);
        if (textStart && m_vocabulary.addSpacePrefix())
            marked.insert(0, formats::kSpaceMark);
        Merger merger(marked, m_vocabulary, m_longestToken);
        for (const Symbol& symbol : merger.run()) {
            if (!symbol.text.empty())
                append(symbol.text, out);
        }
    }

    std::string bytes(TokenId id) const override { return base::replaced(m_vocabulary.text(id), formats::kSpaceMark, " "); }

private:
    void append(std::string_view symbol, std::vector<TokenId>& out) const
    {
        const TokenId id = m_vocabulary.find(symbol);
        if (id != kNoToken) {
            out.push_back(id);
            return;
        }
        for (const char byte : symbol) {
            const TokenId token = m_byteTokens[static_cast<unsigned char>(byte)];
            const TokenId known = token != kNoToken ? token : m_vocabulary.special().unknown;
            if (known != kNoToken)
                out.push_back(known);
        }
    }

    const Vocabulary& m_vocabulary;
    std::array<TokenId, 256> m_byteTokens {};
    std::size_t m_longestToken = 0;
};

base::Result<VocabularyDefaults> spmDefaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = { .bos = 1, .eos = 2, .unknown = 0 }, .addBos = true, .addSpacePrefix = true };
}

base::Result<std::unique_ptr<const TokenizerModel>> createSpm(const formats::Metadata&, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY_STATUS(requireFiniteScores(vocabulary));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<SpmModel>(vocabulary));
}

} // namespace

extern const TokenizerSpec spm;
constexpr TokenizerSpec spm { .name = "SPM", .model = "llama", .defaults = spmDefaults, .create = createSpm };

} // namespace cutaway::tokenizer
