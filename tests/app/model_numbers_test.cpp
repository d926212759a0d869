#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/golden_model.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace cutaway;
using Json = nlohmann::json;

namespace {

/// Our error on each golden row, beside the peer's.
std::vector<std::pair<double, double>> rowErrors(const test::GoldenModel& golden, bool reference)
{
    const Json logits = golden.json("logits.json");
    const std::vector<float> expected = test::readFloats(golden.path("logits.f32"));
    const auto vocabulary = logits["vocabulary"].get<std::size_t>();
    const auto ids = golden.ids();
    test::RunningModel running(golden.model, { .context = 2048, .reference = reference });
    std::vector<std::pair<double, double>> errors;
    for (std::size_t i = 0; i < logits["rows"].size(); ++i) {
        const Json& row = logits["rows"][i];
        std::vector<base::TokenId> tokens = ids.at(row["text"]);
        tokens.resize(row["position"].get<std::size_t>() + 1);
        const auto begin = expected.begin() + std::ptrdiff_t(i * vocabulary);
        errors.emplace_back(test::nmse(running.logitsAfter(tokens), { begin, begin + std::ptrdiff_t(vocabulary) }), row["peerNmse"].get<double>());
    }
    return errors;
}

std::vector<base::TokenId> idsOf(const Json& continuation) { return continuation["ids"].get<std::vector<base::TokenId>>(); }

base::TokenId largest(std::span<const float> logits) { return base::TokenId(std::ranges::max_element(logits) - logits.begin()); }

/// Decodes by the largest logit.
void checkGreedy(test::RunningModel& running, const std::vector<base::TokenId>& prompt, const std::vector<base::TokenId>& expected)
{
    running.logitsAfter(prompt);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (i > 0)
            REQUIRE(running.session().decode(expected[i - 1], {}));
        REQUIRE(largest(running.session().logits()) == expected[i]);
    }
}

/// The same in one pass over prompt and continuation: where the largest logit at each position names the next token of the continuation, decoding
/// by the largest logit gives the continuation.
void checkChoices(test::RunningModel& running, std::vector<base::TokenId> prompt, const std::vector<base::TokenId>& expected)
{
    const auto first = std::int64_t(prompt.size()) - 1;
    prompt.insert(prompt.end(), expected.begin(), expected.end() - 1);
    std::vector<base::TokenId> chosen;
    running.session().clear();
    REQUIRE(running.session().append(prompt, {}, [&](std::int64_t position) { return position >= first; },
        [&](std::int64_t, std::span<const float> logits) { chosen.push_back(largest(logits)); }));
    CHECK(chosen == expected);
}

} // namespace

TEMPLATE_TEST_CASE("the oracle gives the golden logits", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    for (const auto& [ours, peer] : rowErrors(*golden, true))
        CHECK(ours <= 1e-6);
}

TEMPLATE_TEST_CASE("the fast kernels stray no further from the golden logits than a good implementation", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    double logSum = 0, worst = 0;
    const auto errors = rowErrors(*golden, false);
    for (const auto& [ours, peer] : errors) {
        logSum += std::log(ours / peer);
        worst = std::max(worst, ours / peer);
    }
    INFO("geometric mean " << std::exp(logSum / double(errors.size())) << ", worst row " << worst);
    CHECK(std::exp(logSum / double(errors.size())) <= 1.1);
    CHECK(worst <= 4);
}

TEMPLATE_TEST_CASE("greedy continuations follow the golden ones as far as rounding cannot change them", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    const auto ids = golden->ids();
    test::RunningModel running(golden->model, { .context = 2048 });
    for (const Json& entry : golden->json("greedy.json")) {
        INFO(entry["text"]);
        const auto expected = idsOf(entry);
        checkGreedy(running, ids.at(entry["text"]), { expected.begin(), expected.begin() + entry["stable"].get<std::ptrdiff_t>() });
    }
}

TEMPLATE_TEST_CASE("the oracle follows the golden continuations to their ends", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    const auto ids = golden->ids();
    test::RunningModel running(golden->model, { .context = 2048, .reference = true, .maxOutputs = 64 });
    const Json entries = golden->json("greedy.json");
    for (const Json& entry : entries) {
        INFO(entry["text"]);
        checkChoices(running, ids.at(entry["text"]), idsOf(entry));
    }
    // One of them token by token, as a session decodes: the one that takes least.
    const auto shortest = std::ranges::min_element(entries, {}, [](const Json& entry) { return entry["ids"].size(); });
    checkGreedy(running, ids.at((*shortest)["text"]), idsOf(*shortest));
}
