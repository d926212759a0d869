#include "engine/sampling/constrained_chain.h"

#include "tests/engine/sampling/chain_support.h"
#include "tests/support/catch.h"

#include <cmath>
#include <map>

using namespace cutaway;
using namespace cutaway::sampling;
using Grammar = std::shared_ptr<grammar::GrammarMatcher>;

namespace {

const std::vector<std::string> kTexts { "a", "b", "c", "ab", "x", "abc" };
const std::vector<float> kLogits { 1.0F, 0.5F, 2.5F, 0.0F, 3.0F, -0.5F };

Grammar grammarOf(std::string_view gbnf)
{
    auto matcher = grammar::GrammarMatcher::create(gbnf, std::make_shared<grammar::VocabularyTrie>(kTexts));
    REQUIRE(matcher);
    return std::make_shared<grammar::GrammarMatcher>(std::move(*matcher));
}

ConstrainedChain chainWith(const SamplingParams& params, const Grammar& grammar)
{
    auto chain = ConstrainedChain::create(params, kTexts.size(), 11, nullptr, grammar);
    REQUIRE(chain);
    return std::move(*chain);
}

TokenId pickOf(ConstrainedChain& chain)
{
    std::vector<float> logits = kLogits;
    const auto pick = chain.sample(logits);
    REQUIRE(pick);
    return pick->token;
}

} // namespace

TEST_CASE("drawing before masking gives allowed tokens their share of what all allowed ones have")
{
    constexpr int kDraws = 100'000;
    constexpr double kLimit = 13.8; // 2 degrees of freedom, 0.1 %
    ConstrainedChain chain = chainWith(plainWith({}), grammarOf("root ::= \"a\" \"b\"? \"c\"?"));
    std::map<TokenId, int> counts;
    for (int i = 0; i < kDraws; ++i)
        ++counts[pickOf(chain)];
    const std::vector<TokenId> allowed { 0, 3, 5 };
    REQUIRE(counts.size() == allowed.size());
    double total = 0, chiSquare = 0;
    for (const TokenId token : allowed)
        total += std::exp(double(kLogits[std::size_t(token)]));
    for (const TokenId token : allowed) {
        const double expected = kDraws * std::exp(double(kLogits[std::size_t(token)])) / total;
        chiSquare += std::pow(counts[token] - expected, 2) / expected;
    }
    CHECK(chiSquare < kLimit);
}

TEST_CASE("a greedy chain picks the best token that fits, whatever cuts before it")
{
    for (const auto& params : { plainWith({ { "temperature", 0 } }), plainWith({ { "top_k", 1 } }), plainWith({ { "mirostat", 2 } }) }) {
        const Grammar grammar = grammarOf("root ::= \"b\" \"c\" | \"abc\"");
        ConstrainedChain chain = chainWith(params, grammar);
        chain.acceptPrompt(4); // no part of the answer
        std::string text;
        while (!chain.mustEnd()) {
            const TokenId token = pickOf(chain);
            text += kTexts[std::size_t(token)];
            REQUIRE(chain.accept(token));
        }
        CHECK((text == "abc" || (text == "bc" && params.get("mirostat") != 0)));
    }
}

TEST_CASE("a vocabulary that cannot write what the grammar demands is an error, as is a token that does not fit")
{
    ConstrainedChain chain = chainWith(plainWith({}), grammarOf("root ::= \"a?\""));
    REQUIRE(chain.accept(0));
    std::vector<float> logits = kLogits;
    const auto pick = chain.sample(logits);
    REQUIRE_FALSE(pick);
    CHECK(pick.error().message == "The model has no token that goes on as the grammar demands.");
    CHECK_FALSE(chain.accept(1));
}
