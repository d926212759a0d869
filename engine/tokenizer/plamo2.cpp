#include "engine/base/utf8.h"
#include "engine/tokenizer/byte_trie.h"
#include "engine/tokenizer/token_rules.h"
#include "engine/tokenizer/tokenizer_spec.h"

#include <array>
#include <cmath>

namespace cutaway::tokenizer {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr double kScoreUnit = 1e4;                 // scores are compared as whole numbers of this fraction
constexpr std::int64_t kUnknownCost = 10'000'000; // of a character that is part of no token

/// Divides text into the tokens that cost least together; the cost of a token is its score turned round.
class Plamo2Model final : public TokenizerModel {
public:
    Plamo2Model(const Vocabulary& vocabulary, const std::array<TokenId, 256>& byteTokens)
        : m_vocabulary(vocabulary)
        , m_byteTokens(byteTokens)
    {
        for (TokenId id = 0; id < vocabulary.size(); ++id) {
            const TokenAttributes attributes = vocabulary.attributes(id);
            const bool usable = attributes.has(TokenAttribute::normal) && std::isfinite(vocabulary.score(id));
            if (usable && vocabulary.find(vocabulary.text(id)) == id)
                m_trie.insert(vocabulary.text(id), id);
        }
    }

    std::string_view name() const override { return "PLaMo-2"; }

    void encode(std::string_view text, bool, std::vector<TokenId>& out) const override
    {
        if (text.starts_with(kByteOrderMark))
            text.remove_prefix(kByteOrderMark.size());
        const std::vector<Step> steps = bestSteps(text);
        for (std::size_t at = 0; at < text.size(); at += steps[at].length) {
            if (steps[at].token != kNoToken) {
                out.push_back(steps[at].token);
                continue;
            }
            for (const char byte : text.substr(at, steps[at].length))
                out.push_back(m_byteTokens[static_cast<unsigned char>(byte)]);
        }
    }

    std::string bytes(TokenId id) const override { return m_vocabulary.text(id); }

private:
    /// The cheapest way from a byte to the end of the text begins with this.
    struct Step {
        std::int64_t cost = 0;
        TokenId token = kNoToken; ///< kNoToken: an unknown character
        std::uint32_t length = 0;
    };

    std::vector<Step> bestSteps(std::string_view text) const
    {
        std::vector<Step> steps(text.size() + 1);
        for (std::size_t at = text.size(); at-- > 0;) {
            if (at > 0 && (text[at] & '\xC0') == '\x80' && insideCharacter(text, at))
                continue;
            const auto length = base::decodeUtf8(text, at).length;
            Step best { .cost = steps[at + length].cost + kUnknownCost, .token = kNoToken, .length = length };
            // Of equal ways the one with the longest token holds; tokens come shortest first.
            m_trie.forEachPrefix(text.substr(at), [&](std::size_t bytes, TokenId id) {
                const Step& rest = steps[at + bytes];
                if (rest.length == 0 && at + bytes < text.size())
                    return; // a token that ends inside a character
                const std::int64_t cost = rest.cost - std::llround(double(m_vocabulary.score(id)) * kScoreUnit);
                if (cost < best.cost || (cost == best.cost && best.token != kNoToken))
                    best = { .cost = cost, .token = id, .length = std::uint32_t(bytes) };
            });
            steps[at] = best;
        }
        return steps;
    }

    /// True for a byte behind the first of a character; only whole characters are stepped over.
    static bool insideCharacter(std::string_view text, std::size_t at)
    {
        for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
            if ((text[at - back] & '\xC0') != '\x80')
                return base::decodeUtf8(text, at - back).length > back;
        }
        return false;
    }

    const Vocabulary& m_vocabulary;
    const std::array<TokenId, 256> m_byteTokens;
    ByteTrie m_trie;
};

base::Result<VocabularyDefaults> plamo2Defaults(const formats::Metadata&)
{
    return VocabularyDefaults { .ids = { .bos = 1, .eos = 2, .unknown = 0, .padding = 3 }, .frame = Frame::never };
}

base::Result<std::unique_ptr<const TokenizerModel>> createPlamo2(const formats::Metadata&, const Vocabulary& vocabulary)
{
    std::array<TokenId, 256> byteTokens {};
    byteTokens.fill(kNoToken);
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
        if (const auto byte = byteOfToken(vocabulary.text(id)); byte && vocabulary.attributes(id).has(TokenAttribute::byte))
            byteTokens[*byte] = id;
        // Sums of scores must stay far from the limits of their type, whatever the text.
        if (constexpr float kMost = 1e6f; std::isfinite(vocabulary.score(id)) && std::fabs(vocabulary.score(id)) > kMost)
            return base::Error { .code = base::ErrorCode::corruptFile,
                .message = "Metadata key 'tokenizer.ggml.scores'[" + std::to_string(id) + "] is " + std::to_string(vocabulary.score(id))
                    + ", wanted are -1000000 to 1000000.",
                .subject = "tokenizer.ggml.scores" };
    }
    for (std::size_t byte = 0; byte < byteTokens.size(); ++byte) {
        if (byteTokens[byte] == kNoToken)
            return base::Error { .code = base::ErrorCode::corruptFile,
                .message = "Metadata key 'tokenizer.ggml.tokens' has no token for the byte " + std::to_string(byte)
                    + "; a PLaMo-2 vocabulary needs all 256.",
                .subject = "tokenizer.ggml.tokens" };
    }
    return std::unique_ptr<const TokenizerModel>(std::make_unique<Plamo2Model>(vocabulary, byteTokens));
}

} // namespace

extern const TokenizerSpec plamo2;
constexpr TokenizerSpec plamo2 { .name = "PLaMo-2", .model = "plamo2", .defaults = plamo2Defaults, .create = createPlamo2 };

} // namespace cutaway::tokenizer
