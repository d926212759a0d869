#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace cutaway;
using Json = nlohmann::json;

TEST_CASE("with a full context of 4,096 the program holds less than 1.6 times what file and KV cache take")
{
    const auto model = test::starterModel();
    const auto text = test::golden("golden/models/opticks.txt");
    if (!model || !text)
        CUTAWAY_SKIP("the starter model or a long text is not here");
    const std::string context = "4096";
    const Json plan = Json::parse(test::runCli({ "plan", "-m", *model, "-c", context, "--json" }).out);
    const auto kv = plan["devices"][0]["kv"].get<std::uint64_t>();
    REQUIRE(kv > 0);
    // A prompt that nearly fills the cache, so that its pages are in memory: tokens of this text are four bytes long or so.
    const test::TempDir folder;
    const std::string prompt = folder.path() / "prompt.txt";
    std::ofstream(prompt) << test::readText(*text).substr(0, 15'000);
    const auto run = test::runCli({ "run", "-m", *model, "-c", context, "-f", prompt, "-n", "2", "--temp", "0", "--json" });
    INFO(run.err);
    REQUIRE(run.status == 0);
    REQUIRE(Json::parse(run.out)["promptTokens"].get<int>() > 3500);
    const auto planned = std::filesystem::file_size(*model) + kv;
    std::cout << "peak of " << run.peakBytes / 1'048'576 << " MiB for " << planned / 1'048'576 << " MiB of file and KV cache: " << double(run.peakBytes) / double(planned) << '\n';
    CHECK(run.peakBytes > kv);
    CHECK(double(run.peakBytes) < 1.6 * double(planned));
}
