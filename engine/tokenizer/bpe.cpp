#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/tokenizer/merge_table.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"
#include "engine/tokenizer/unicode.h"

#include <algorithm>
#include <array>
#include <queue>

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kSpaceMark = "\xE2\x96\x81"; // U+2581
constexpr const char* kPreKey = "tokenizer.ggml.pre";

/// Byte-level vocabularies write every byte as a printable character: 188 bytes as themselves (Latin-1), the others, in order, from U+0100 on.
class ByteAlphabet {
public:
    ByteAlphabet()
    {
        m_bytes.fill(-1);
        char32_t next = 0x100;
        for (int byte = 0; byte < 256; ++byte) {
            const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
            const char32_t letter = printable ? char32_t(byte) : next++;
            base::appendUtf8(m_letters[std::size_t(byte)], letter);
            m_bytes[letter] = std::int16_t(byte);
        }
    }
    const std::string& letter(char byte) const { return m_letters[static_cast<unsigned char>(byte)]; }
    /// The byte that a character stands for; -1 for a character outside the alphabet.
    int byte(char32_t letter) const { return letter < m_bytes.size() ? m_bytes[letter] : -1; }

private:
    std::array<std::string, 256> m_letters;
    std::array<std::int16_t, 0x144> m_bytes; ///< 256 + 68 letters
};

/// A stretch of a word that is, or may become, one token.
struct Symbol {
    SymbolId id;
    std::size_t offset; ///< in the word
    std::size_t length; ///< 0 when merged into its left neighbour
    std::int64_t previous;
    std::int64_t next;
};

/// Two neighbours that may join. Stale when one of them has changed since.
struct Candidate {
    std::int32_t rank;
    SymbolId leftId;
    SymbolId rightId;
    SymbolId result;
    std::int64_t left;
    std::int64_t right;

    bool operator<(const Candidate& other) const { return rank != other.rank ? rank > other.rank : left > other.left; }
};

/// Joins the symbols of one word by rank, in O(n log n).
class Joiner {
public:
    explicit Joiner(const MergeTable& merges) : m_merges(merges) {}

    void clear() { m_symbols.clear(); }
    void add(SymbolId id, std::size_t offset, std::size_t length)
    {
        const auto index = std::int64_t(m_symbols.size());
        m_symbols.push_back({ .id = id, .offset = offset, .length = length, .previous = index - 1, .next = index + 1 });
    }
    /// @return the symbols that are left; those merged away have length 0
    const std::vector<Symbol>& run()
    {
        for (std::size_t i = 1; i < m_symbols.size(); ++i)
            consider(std::int64_t(i) - 1, std::int64_t(i));
        while (!m_queue.empty()) {
            const Candidate candidate = m_queue.top();
            m_queue.pop();
            join(candidate);
        }
        return m_symbols;
    }

private:
    Symbol& at(std::int64_t index) { return m_symbols[std::size_t(index)]; }

    void join(const Candidate& candidate)
    {
        Symbol& left = at(candidate.left);
        Symbol& right = at(candidate.right);
        if (left.length == 0 || right.length == 0 || left.id != candidate.leftId || right.id != candidate.rightId
            || left.next != candidate.right)
            return;
        left.id = candidate.result;
        left.length += right.length;
        left.next = right.next;
        right.length = 0;
        if (left.next < std::int64_t(m_symbols.size()))
            at(left.next).previous = candidate.left;
        consider(left.previous, candidate.left);
        consider(candidate.left, left.next);
    }

    void consider(std::int64_t left, std::int64_t right)
    {
        if (left < 0 || right >= std::int64_t(m_symbols.size()))
            return;
        const SymbolId leftId = at(left).id;
        const SymbolId rightId = at(right).id;
        const MergeTable::Merge merge = m_merges.find(leftId, rightId);
        if (merge.rank >= 0)
            m_queue.push(
                { .rank = merge.rank, .leftId = leftId, .rightId = rightId, .result = merge.result, .left = left, .right = right });
    }

    const MergeTable& m_merges;
    std::vector<Symbol> m_symbols;
    std::priority_queue<Candidate> m_queue;
};

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
        std::string text = repairUtf8(raw);
        if (m_pre.flags.nfc)
            text = normalizeNfc(text);
        if (m_pre.flags.escapeSpaces)
            text = escaped(text);
        const std::vector<Char> characters = charactersOf(text);
        Joiner joiner(m_merges);
        std::size_t first = 0;
        for (const std::size_t end : splitWords(characters, m_pre)) {
            const std::size_t from = characters[first].offset;
            const std::size_t to = end < characters.size() ? characters[end].offset : text.size();
            encodeWord(std::string_view(text).substr(from, to - from), joiner, out);
            first = end;
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
                out += m_pre.flags.escapeSpaces && self == kSpaceMark ? " " : self;
            at += c.length;
        }
        return out;
    }

private:
    static std::string escaped(std::string_view text)
    {
        std::string out;
        for (const char c : text) {
            if (c == ' ')
                out += kSpaceMark;
            else
                out += c;
        }
        return out;
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

    void encodeWord(std::string_view word, Joiner& joiner, std::vector<TokenId>& out) const
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
            joiner.add(m_pre.flags.byteMap ? m_byteSymbols[static_cast<unsigned char>(word[at])] : m_merges.symbol(word.substr(at, length)),
                at, length);
            at += length;
        }
        for (const Symbol& symbol : joiner.run()) {
            if (symbol.length > 0)
                append(symbol, word, out);
        }
    }

    void append(const Symbol& symbol, std::string_view word, std::vector<TokenId>& out) const
    {
        if (m_vocabulary.contains(symbol.id)) {
            out.push_back(symbol.id);
            return;
        }
        const auto appendByte = [&](char byte) {
            const TokenId token = m_byteTokens[static_cast<unsigned char>(byte)];
            if (token != kNoToken)
                out.push_back(token);
        };
        for (const char byte : word.substr(symbol.offset, symbol.length)) {
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
    if (pre->flags.noBos)
        defaults.ids.bos = kNoToken;
    return defaults;
}

base::Result<std::unique_ptr<const TokenizerModel>> createBpe(const formats::Metadata& metadata, const Vocabulary& vocabulary)
{
    CUTAWAY_TRY(const PreTokenizer* pre, preTokenizerOf(metadata));
    CUTAWAY_TRY(MergeTable merges, MergeTable::load(metadata, vocabulary));
    return std::unique_ptr<const TokenizerModel>(std::make_unique<BpeModel>(vocabulary, std::move(merges), *pre));
}

} // namespace

extern const TokenizerSpec bpe;
constexpr TokenizerSpec bpe { .name = "BPE", .model = "gpt2", .defaults = bpeDefaults, .create = createBpe };

} // namespace cutaway::tokenizer
