#include "engine/tokenizer/bpe_model.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/formats/gguf_tokens.h"
#include "engine/tokenizer/byte_alphabet.h"
#include "engine/tokenizer/merge_table.h"
#include "engine/tokenizer/symbol_joiner.h"
#include "engine/tokenizer/unicode.h"
#include "engine/tokenizer/word_cache.h"

#include <algorithm>
#include <array>

namespace cutaway::tokenizer {
namespace {

constexpr const char* kPreKey = "tokenizer.ggml.pre";

class BpeModel final : public TokenizerModel {
public:
    BpeModel(const Vocabulary& vocabulary, MergeTable merges, const PreTokenizer& pre)
        : m_vocabulary(vocabulary)
        , m_merges(std::move(merges))
        , m_pre(pre)
        , m_name("BPE (" + std::string(pre.name) + ")")
    {
        static constexpr std::string_view kHex = "0123456789ABCDEF";
        for (std::size_t byte = 0; byte < 256; ++byte) {
            m_byteSymbols[byte] = m_merges.symbol(m_alphabet.letter(char(byte)));
            m_byteTokens[byte] = pre.flags.byteMap ? vocabulary.find(std::string(1, char(byte)))
                                                   : vocabulary.find(std::string { '<', '0', 'x', kHex[byte >> 4], kHex[byte & 15], '>' });
        }
    }

    std::string_view name() const override { return m_name; }

    void encode(std::string_view raw, bool, std::vector<TokenId>& out) const override
    {
        std::string owned;
        const std::string_view text = prepared(raw, owned);
        const std::vector<Char> characters = charactersOf(text);
        SymbolJoiner joiner(m_merges);
        WordCache cache;
        std::size_t first = 0;
        for (const std::size_t end : splitWords(characters, m_pre)) {
            const std::size_t from = characters[first].offset;
            const std::size_t to = end < characters.size() ? characters[end].offset : text.size();
            first = end;
            const std::string_view word = text.substr(from, to - from);
            if (word.size() > WordCache::kMaxBytes) {
                encodeWord(word, joiner, out);
                continue;
            }
            if (const auto known = cache.find(word); known.data()) {
                out.insert(out.end(), known.begin(), known.end());
                continue;
            }
            const std::size_t before = out.size();
            encodeWord(word, joiner, out);
            cache.add(word, std::span(out).subspan(before));
        }
    }

    std::string bytes(TokenId id) const override
    {
        const std::string& text = m_vocabulary.text(id);
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const base::Utf8Char c = base::decodeUtf8(text, at);
            const std::string_view self = std::string_view(text).substr(at, c.length);
            const int byte = c.valid && m_pre.flags.byteMap ? m_alphabet.byte(c.codePoint) : -1;
            if (byte >= 0)
                out += char(byte);
            else
                out += m_pre.flags.escapeSpaces && self == formats::kSpaceMark ? " " : self;
            at += c.length;
        }
        return out;
    }

private:
    /// The text as words are cut from it; `owned` holds it where it is not the given one.
    std::string_view prepared(std::string_view raw, std::string& owned) const
    {
        std::string_view text = raw;
        const auto take = [&](std::string changed) {
            owned = std::move(changed);
            text = owned;
        };
        if (!base::isUtf8(raw))
            take(repairUtf8(raw));
        if (m_pre.flags.nfc)
            take(normalizeNfc(text));
        if (m_pre.flags.escapeSpaces)
            take(base::replaced(text, " ", formats::kSpaceMark));
        return text;
    }

    TokenId wholeWord(std::string_view word) const
    {
        if (!m_pre.flags.byteMap)
            return m_vocabulary.find(word);
        std::string mapped;
        for (const char byte : word)
            mapped += m_alphabet.letter(byte);
        return m_vocabulary.find(mapped);
    }

    void encodeWord(std::string_view word, SymbolJoiner& joiner, std::vector<TokenId>& out) const
    {
        const bool newlinesAlone = !m_pre.flags.byteMap && word.find_first_not_of('\n') == std::string_view::npos;
        if (m_pre.flags.ignoreMerges || newlinesAlone) {
            const TokenId whole = wholeWord(word);
            if (whole != kNoToken) {
                out.push_back(whole);
                return;
            }
        }
        joiner.clear();
        for (std::size_t at = 0; at < word.size();) {
            const std::size_t length = m_pre.flags.byteMap ? 1 : base::decodeUtf8(word, at).length;
            joiner.add({ .id = m_pre.flags.byteMap ? m_byteSymbols[static_cast<unsigned char>(word[at])]
                                                   : m_merges.symbol(word.substr(at, length)),
                .length = std::uint32_t(length) });
            at += length;
        }
        std::size_t at = 0;
        for (const Symbol& symbol : joiner.run()) {
            if (symbol.length > 0)
                append(symbol.id, word.substr(at, symbol.length), out);
            at += symbol.length;
        }
    }

    void append(SymbolId id, std::string_view symbol, std::vector<TokenId>& out) const
    {
        if (m_vocabulary.contains(id)) {
            out.push_back(id);
            return;
        }
        const auto appendByte = [&](char byte) {
            const TokenId token = m_byteTokens[static_cast<unsigned char>(byte)];
            if (token != kNoToken)
                out.push_back(token);
        };
        for (const char byte : symbol) {
            if (m_pre.flags.byteMap)
                std::ranges::for_each(m_alphabet.letter(byte), appendByte);
            else
                appendByte(byte);
        }
    }

    const Vocabulary& m_vocabulary;
    const MergeTable m_merges;
    const PreTokenizer& m_pre;
    const std::string m_name;
    const ByteAlphabet m_alphabet;
    std::array<SymbolId, 256> m_byteSymbols {};
    std::array<TokenId, 256> m_byteTokens {}; ///< for bytes of symbols that are no tokens
};

} // namespace

base::Result<const PreTokenizer*> preTokenizerOf(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const std::string name, metadata.textOr(kPreKey, "default"));
    const PreTokenizer* row = findPreTokenizer(name);
    if (!row)
        return base::Error { .code = base::ErrorCode::unsupported,
            .message = "The pre-tokenizer " + base::quoted(name) + " (metadata key " + base::quoted(kPreKey) + ") is none of the "
                + std::to_string(preTokenizers().size()) + " that this build knows.",
            .subject = kPreKey };
    return row;
}

base::Result<VocabularyDefaults> bpeDefaults(const formats::Metadata& metadata)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    VocabularyDefaults defaults { .ids = { .bos = 11, .eos = 11 }, .addBos = pre->flags.addBos, .cleanSpaces = pre->flags.cleanSpaces };
    if (pre->flags.alwaysBos)
        defaults.frame = Frame::bosAlways;
    if (pre->flags.noBos)
        defaults.ids.bos = kNoToken;
    return defaults;
}

base::Result<std::unique_ptr<const TokenizerModel>> createBpeModel(
    const formats::Metadata& metadata, const Vocabulary& vocabulary, const PreTokenizer& pre)
{
    CUTAWAY_TRY(MergeTable merges, MergeTable::load(metadata, vocabulary, !pre.flags.noMerges));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<BpeModel>(vocabulary, std::move(merges), pre));
}

} // namespace cutaway::tokenizer
