#include "engine/formats/model_file.h"
#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/sampling/chain_support.h"
#include "tests/support/test_data.h"

using namespace cutaway;
using namespace cutaway::sampling;

TEST_CASE("infill ends early, joins tokens that begin alike, and drops what is improbable")
{
    const auto path = test::starterModel();
    if (!path)
        CUTAWAY_SKIP("the starter model is not here");
    const auto file = formats::openModelFile(path->string());
    REQUIRE(file);
    const auto tokenizer = tokenizer::loadTokenizer((*file)->metadata);
    REQUIRE(tokenizer);
    const auto& vocabulary = (*tokenizer)->vocabulary();
    SamplingParams params = plainWith({});
    REQUIRE(params.setOrder("infill"));
    const auto chosen = [&](std::initializer_list<std::pair<TokenId, double>> probabilities) {
        auto chain = SamplerChain::create(params, std::size_t(vocabulary.size()), 1, tokenizer->get());
        REQUIRE(chain);
        std::vector<float> logits(std::size_t(vocabulary.size()), -INFINITY);
        for (const auto& [token, p] : probabilities)
            logits[std::size_t(token)] = float(std::log(p));
        ChainTrace trace;
        REQUIRE(chain->sampleTraced(logits, 8, trace));
        std::vector<TokenId> left;
        for (const Candidate& candidate : trace[0].after.best)
            left.push_back(candidate.id);
        std::ranges::sort(left);
        return left;
    };
    const TokenId end = vocabulary.endOfGeneration().front(), eos = vocabulary.special().eos;
    const auto token = [&](const char* text) { return vocabulary.find(text); };
    const TokenId in = token("in"), inside = token("inside"), x = token("x");
    REQUIRE((in != base::kNoToken && inside != base::kNoToken && x != base::kNoToken));
    // 3 * 0.3 * 3 > 0.7: the end wins.
    CHECK(chosen({ { end, 0.3 }, { in, 0.4 }, { x, 0.3 } }) == std::vector<TokenId> { end });
    // "in" takes the share of "inside": 0.6 against 0.38, both above a third.
    CHECK(chosen({ { in, 0.35 }, { inside, 0.25 }, { x, 0.38 }, { end, 0.02 } }) == [&] {
        std::vector<TokenId> both { in, x, end };
        std::ranges::sort(both);
        return both;
    }());
    // Ten alike, none of them at 0.2: the turn ends.
    std::vector<TokenId> none = chosen({ { token("a"), 0.1 }, { token("b"), 0.1 }, { token("c"), 0.1 }, { token("d"), 0.1 }, { token("e"), 0.1 },
        { token("f"), 0.1 }, { token("g"), 0.1 }, { token("h"), 0.1 }, { token("j"), 0.1 }, { token("k"), 0.1 } });
    const TokenId turn = vocabulary.special().eot != base::kNoToken ? vocabulary.special().eot : eos;
    CHECK(none == std::vector<TokenId> { turn });
}
