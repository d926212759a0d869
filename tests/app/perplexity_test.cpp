#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <cmath>

using namespace cutaway;
using Json = nlohmann::json;

namespace {

struct Golden {
    std::string model, folder;
};

std::vector<Golden> goldenModels()
{
    std::vector<Golden> models;
    const auto add = [&](const std::optional<std::filesystem::path>& model, const std::string& folder) {
        if (model && test::golden(folder + "/perplexity.json") && test::golden("golden/models/opticks.txt"))
            models.push_back({ model->string(), folder });
    };
    add(test::starterModel(), "golden/models/smollm2");
    add(test::gemmaModel(), "golden/models/gemma3");
    return models;
}

double perplexity(const Golden& golden, int context, int chunks)
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
    const auto models = goldenModels();
    if (models.empty())
        CUTAWAY_SKIP("no model with golden perplexities is here");
    for (const Golden& golden : models) {
        const Json numbers = Json::parse(test::readText(*test::golden(golden.folder + "/perplexity.json")));
        REQUIRE(numbers["results"].size() == 2);
        for (const Json& entry : numbers["results"]) {
            const double expected = entry["perplexity"];
            const double ours = perplexity(golden, entry["context"], entry["chunks"]);
            INFO(golden.folder << ", context " << entry["context"] << ": " << ours << ", exactly " << expected);
            CHECK(relative(ours, expected) <= std::max(0.003, relative(entry["peerPerplexity"], expected)));
        }
    }
}
