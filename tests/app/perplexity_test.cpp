#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/golden_model.h"
#include "tests/support/test_data.h"

#include <cmath>

using namespace cutaway;
using Json = nlohmann::json;

namespace {

double perplexity(const test::GoldenModel& golden, int context, int chunks, const std::vector<std::string>& more = {})
{
    std::vector<std::string> words { "perplexity", "-m", golden.model, "-f", *test::golden("golden/models/opticks.txt"), "-c", std::to_string(context), "--chunks",
        std::to_string(chunks), "--json" };
    words.insert(words.end(), more.begin(), more.end());
    const auto result = test::runCli(words);
    INFO(result.err);
    REQUIRE(result.status == 0);
    const Json json = Json::parse(result.out);
    CHECK(json["chunks"] == chunks);
    return json["perplexity"];
}

double relative(double value, double expected) { return std::fabs(value / expected - 1); }

} // namespace

TEMPLATE_TEST_CASE("perplexities are those of the exact computation", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    const Json numbers = golden->json("perplexity.json");
    REQUIRE(numbers["results"].size() == 2);
    for (const Json& entry : numbers["results"]) {
        const double expected = entry["perplexity"];
        const double ours = perplexity(*golden, entry["context"], entry["chunks"]);
        INFO("context " << entry["context"] << ": " << ours << ", exactly " << expected);
        CHECK(relative(ours, expected) <= std::max(0.003, relative(entry["peerPerplexity"], expected)));
    }
}

/// The first chunks, as many as the golden numbers single out; a text of fewer chunks is scored whole.
TEMPLATE_TEST_CASE("the oracle's perplexities are those of the exact computation to four digits", "", CUTAWAY_GOLDEN_MODELS)
{
    const auto golden = TestType::find();
    if (!golden)
        CUTAWAY_SKIP(test::kNoGoldenModel);
    const Json numbers = golden->json("perplexity.json");
    REQUIRE(numbers["results"].size() == 2);
    for (const Json& entry : numbers["results"]) {
        const bool singledOut = entry.contains("first4");
        const int chunks = singledOut ? 4 : entry["chunks"].get<int>();
        REQUIRE(chunks <= 4);
        const double expected = singledOut ? entry["first4"] : entry["perplexity"];
        const double ours = perplexity(*golden, entry["context"], chunks, { "--reference" });
        std::cout << golden->folder << ", context " << entry["context"] << ", " << chunks << " chunks: " << ours << ", exactly " << expected << ", off by "
                  << 100 * relative(ours, expected) << " %\n";
        CHECK(relative(ours, expected) <= 0.0002);
    }
}
