#include "engine/tokenizer/byte_trie.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <charconv>

namespace cutaway::tokenizer {
namespace {

/// Token texts are written with escapes: \t \n \r \xHH; any other character behind a backslash stands for itself.
std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            out += text[at];
            continue;
        }
        const char c = text[++at];
        unsigned value = 0;
        const char* digits = text.data() + at + 1;
        if (c == 'x' && at + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
            out += char(value);
            at += 2;
        } else {
            out += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
    }
    return out;
}

/// Takes the longest token again and again.
class RwkvModel final : public TokenizerModel {
public:
    explicit RwkvModel(const Vocabulary& vocabulary) : m_vocabulary(vocabulary)
    {
        for (TokenId id = 0; id < vocabulary.size(); ++id) {
            if (vocabulary.attributes(id).has(TokenAttribute::normal))
                m_trie.insert(unescaped(vocabulary.text(id)), id);
        }
    }

    std::string_view name() const override { return "RWKV"; }

    void encode(std::string_view text, bool, std::vector<TokenId>& out) const override
    {
        while (!text.empty()) {
            std::size_t longest = 1;
            TokenId best = m_vocabulary.special().unknown;
            m_trie.forEachPrefix(text, [&](std::size_t length, TokenId id) {
                longest = length;
                best = id;
            });
            if (best != kNoToken)
                out.push_back(best);
            text.remove_prefix(longest);
        }
    }

    std::string bytes(TokenId id) const override { return unescaped(m_vocabulary.text(id)); }

private:
    const Vocabulary& m_vocabulary;
    ByteTrie m_trie;
};

base::Result<VocabularyDefaults> rwkvDefaults(const formats::Metadata&) { return VocabularyDefaults { .ids = {}, .frame = Frame::never }; }

base::Result<std::unique_ptr<const TokenizerModel>> createRwkv(const formats::Metadata&, const Vocabulary& vocabulary)
{
    return std::unique_ptr<const TokenizerModel>(std::make_unique<RwkvModel>(vocabulary));
}

} // namespace

extern const TokenizerSpec rwkv;
constexpr TokenizerSpec rwkv { .name = "RWKV", .model = "rwkv", .defaults = rwkvDefaults, .create = createRwkv };

} // namespace cutaway::tokenizer
