#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/sampling/chain_support.h"

#include <random>

using namespace cutaway;
using namespace cutaway::sampling;

namespace {

/// Tokens 0 to 25 are the letters; 26 is "ab", 27 is "\n", 28 is "x:".
class Letters final : public tokenizer::Tokenizer {
public:
    bool hasVocabulary() const override { return false; }
    TokenId vocabularySize() const override { return 29; }
    const tokenizer::Vocabulary& vocabulary() const override { throw std::logic_error("there is none"); }
    std::string_view name() const override { return "letters"; }
    std::vector<TokenId> encode(std::string_view text, tokenizer::EncodeOptions) const override
    {
        std::vector<TokenId> ids;
        for (const char c : text)
            ids.push_back(c - 'a');
        return ids;
    }
    std::string tokenBytes(TokenId id, bool) const override
    {
        static const std::vector<std::string> kLong { "ab", "\n", "x:" };
        return id < 26 ? std::string(1, char('a' + id)) : kLong[std::size_t(id - 26)];
    }
    std::string decode(std::span<const TokenId>, tokenizer::DecodeOptions) const override { return {}; }
};

/// What is taken off the logit of each token, without breakers, as facts describe it: for every shift the common suffix.
std::vector<float> expectedPenalties(const std::vector<TokenId>& history, std::size_t vocabSize, double multiplier, double base, std::size_t allowed)
{
    std::vector<std::size_t> longest(vocabSize);
    const std::size_t size = history.size();
    for (std::size_t shift = 1; shift < size; ++shift) {
        std::size_t same = 0;
        while (same + shift < size && history[size - 1 - same] == history[size - 1 - same - shift])
            ++same;
        auto& best = longest[std::size_t(history[size - shift])];
        best = std::max(best, same);
    }
    std::vector<float> penalties(vocabSize);
    for (std::size_t token = 0; token < vocabSize; ++token) {
        if (longest[token] >= allowed && size > allowed && longest[token] > 0)
            penalties[token] = float(multiplier * std::pow(base, double(longest[token] - allowed)));
    }
    return penalties;
}

std::vector<float> penalties(const SamplingParams& params, const std::vector<TokenId>& history, std::size_t vocabSize, const tokenizer::Tokenizer* tokenizer = nullptr)
{
    auto chain = SamplerChain::create(params, vocabSize, 1, tokenizer);
    REQUIRE(chain);
    for (const TokenId token : history)
        chain->accept(token);
    std::vector<float> logits(vocabSize);
    REQUIRE(chain->sample(logits));
    for (float& logit : logits)
        logit = logit == 0 ? 0 : -logit;
    return logits;
}

SamplingParams dryWith(double allowed) { return plainWith({ { "dry_multiplier", 0.5 }, { "dry_base", 2 }, { "dry_allowed_length", allowed } }); }

} // namespace

TEST_CASE("dry lowers what would go on with a repetition, by its length")
{
    // 1 2 3 4 1 2 3: three tokens stood before 4.
    CHECK(penalties(dryWith(2), { 1, 2, 3, 4, 1, 2, 3 }, 6) == std::vector<float> { 0, 0, 0, 0, 0.5F * 2, 0 });
    CHECK(penalties(dryWith(3), { 1, 2, 3, 4, 1, 2, 3 }, 6) == std::vector<float> { 0, 0, 0, 0, 0.5F, 0 });
    CHECK(penalties(dryWith(4), { 1, 2, 3, 4, 1, 2, 3 }, 6) == std::vector<float>(6));
    CHECK(penalties(dryWith(2), { 5, 5, 5, 5 }, 6) == std::vector<float> { 0, 0, 0, 0, 0, 0.5F * 2 });
    CHECK(penalties(dryWith(2), { 1, 2 }, 6) == std::vector<float>(6));
}

TEST_CASE("dry equals the plain search of every shift on random histories")
{
    std::mt19937 engine(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<TokenId> history(1 + engine() % 60);
        for (TokenId& token : history)
            token = TokenId(engine() % 3);
        const double allowed = 1 + engine() % 4;
        CHECK(penalties(dryWith(allowed), history, 3) == expectedPenalties(history, 3, 0.5, 2, std::size_t(allowed)));
    }
}

TEST_CASE("dry does not look past a breaker")
{
    const Letters letters;
    SamplingParams params = dryWith(2);
    // a b c \n a b: the newest two stand after a breaker and count, nothing longer.
    const std::vector<TokenId> history { 25, 0, 1, 2, 25, 0, 1 };
    CHECK(penalties(params, history, 29, &letters)[2] == 0.5F * 2);
    std::vector<TokenId> cut = history;
    cut[4] = cut[0] = 27;
    CHECK(penalties(params, cut, 29, &letters)[2] == 0.5F);
    cut[4] = cut[0] = 28; // "x:" holds ":"
    CHECK(penalties(params, cut, 29, &letters)[2] == 0.5F);
    // A breaker of two letters, begun by the token "ab" or by "b".
    params.setDryBreakers({ "bc" });
    CHECK(penalties(params, { 25, 1, 2, 0, 3, 7, 25, 1, 2, 0, 3 }, 29, &letters)[7] == 0.5F);
    CHECK(penalties(params, { 25, 26, 2, 0, 3, 7, 25, 26, 2, 0, 3 }, 29, &letters)[7] == 0.5F);
    params.setDryBreakers({});
    CHECK(penalties(params, { 25, 1, 2, 0, 3, 7, 25, 1, 2, 0, 3 }, 29, &letters)[7] == 0.5F * 8);
    // A breaker itself is never lowered.
    params.setDryBreakers({ "c" });
    CHECK(penalties(params, { 0, 1, 2, 0, 1 }, 29, &letters)[2] == 0);
}
