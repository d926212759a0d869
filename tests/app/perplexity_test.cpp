#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/golden_model.h"
#include "tests/support/test_data.h"

#include <cmath>

using namespace cutaway;
using Json = nlohmann::json;

namespace {

double perplexity(const test::GoldenModel& golden, int context, int chunks)
{
    const std::vector<std::string> words { "perplexity", "-m", golden.model, "-f", *test::golden("golden/models/opticks.txt"), "-c", std::to_string(context), "--chunks",
        std::to_string(chunks), "--json" };
    const auto result = test::runCli(words);
    INFO(result.err);
    REQUIRE(result.status == 0);
    const Json json = Json::parse(result.out);
    CHECK(json["chunks"] == chunks);
    return json["perplexity"];
}

double relative(double value, double expected) { return std::fabs(value / expected - 1); }

} // namespace

TEST_CASE("perplexities are those of the exact computation")
{
    const auto models = test::goldenModels();
    if (models.empty())
        CUTAWAY_SKIP(test::kNoGoldenModel);
    for (const test::GoldenModel& golden : models) {
        const Json numbers = golden.json("perplexity.json");
        REQUIRE(numbers["results"].size() == 2);
        for (const Json& entry : numbers["results"]) {
            const double expected = entry["perplexity"];
            const double ours = perplexity(golden, entry["context"], entry["chunks"]);
            INFO(golden.folder << ", context " << entry["context"] << ": " << ours << ", exactly " << expected);
            CHECK(relative(ours, expected) <= std::max(0.003, relative(entry["peerPerplexity"], expected)));
        }
    }
}
