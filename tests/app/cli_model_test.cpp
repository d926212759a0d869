#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <sstream>

using namespace cutaway;
using test::runCli;
using Json = nlohmann::json;

namespace {

std::string ids(const Json& list)
{
    std::string text;
    for (const Json& id : list)
        text += (text.empty() ? "" : " ") + std::to_string(id.get<int>());
    return text;
}

} // namespace

TEST_CASE("the starter model's texts become the golden ids, and the ids the texts")
{
    const auto model = test::starterModel();
    const auto golden = test::golden("golden/models/smollm2/texts.json");
    if (!model || !golden)
        CUTAWAY_SKIP("the starter model or its golden texts are missing");
    for (const Json& entry : Json::parse(test::readText(*golden))) {
        INFO(entry["name"]);
        const std::string parse = entry["parseSpecial"].get<bool>() ? "1" : "0";
        const auto result = runCli({ "tokenize", "-m", *model, "-p", entry["text"], "--add-special", "1", "--parse-special", parse });
        CHECK(result.status == 0);
        CHECK(result.out == ids(entry["ids"]) + "\n");
        CHECK(runCli({ "detokenize", "-m", *model, "--tokens", ids(entry["ids"]) }).out == entry["text"].get<std::string>());
    }
}

TEST_CASE("a run yields ids, text, a reason to stop and timings")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    const std::vector<std::string> words { "run", "-m", *model, "-p", "The capital of France is", "-n", "4", "--temp", "0" };
    const auto text = runCli(words);
    REQUIRE(text.status == 0);
    std::vector<std::string> more = words;
    more.insert(more.end(), { "--json" });
    const Json answer = Json::parse(runCli(more).out);
    CHECK(answer["text"].get<std::string>() + "\n" == text.out);
    CHECK(answer["tokens"].size() == 4);
    CHECK(answer["promptTokens"] == 5);
    CHECK(answer["stopReason"] == "tokenLimit");
    for (const char* field : { "load", "prefill", "decode", "firstToken", "tokensPerSecond" })
        CHECK(answer["timings"][field].get<double>() > 0);
    more.insert(more.end(), { "--stop", "Paris" });
    const Json stopped = Json::parse(runCli(more).out);
    CHECK(stopped["stopReason"] == "stopString");
    CHECK(stopped["text"].get<std::string>().find("Paris") == std::string::npos);
}

TEST_CASE("inspect, plan and profile print the fields that programs read")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    const Json report = Json::parse(runCli({ "inspect", *model, "--json", "-c", "1024" }).out);
    CHECK(report["architecture"] == "llama");
    CHECK(report["tensors"].size() > 0);
    const Json plan = Json::parse(runCli({ "plan", "-m", *model, "-c", "1024", "--json" }).out);
    CHECK(plan["fits"] == true);
    const Json& device = plan["devices"][0];
    CHECK(device["total"] == device["weights"].get<std::int64_t>() + device["kv"].get<std::int64_t>() + device["compute"].get<std::int64_t>() + device["output"].get<std::int64_t>());
    CHECK(report["plan"]["devices"][0]["total"] == device["total"]);
    const test::TempDir folder;
    const std::string file = folder.path() / "trace.json";
    const Json profile = Json::parse(runCli({ "profile", "-m", *model, "-p", "Hello", "-n", "3", "--temp", "0", "--out", file, "--format", "chrome", "--json" }).out);
    CHECK(profile["steps"].size() == 3);
    CHECK(profile["steps"][0].contains("duration"));
    for (const char* field : { "op", "count", "self", "total", "p50", "p99", "bytes", "flops" })
        CHECK(profile["ops"][0].contains(field));
    CHECK_FALSE(Json::parse(test::readText(file))["traceEvents"].empty());
}

TEST_CASE("a profile says how many steps it left out")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    std::string prompt;
    for (int i = 0; i < 600; ++i)
        prompt += " the";
    const std::vector<std::string> words { "profile", "-m", *model, "-p", prompt, "-n", "1", "--ubatch", "1" };
    auto more = words;
    more.emplace_back("--json");
    const Json profile = Json::parse(runCli(more).out);
    const auto dropped = profile["stepsDropped"].get<std::size_t>();
    CHECK(dropped > 0);
    CHECK(dropped + profile["steps"].size() >= 600); // a step for each token of the prompt
    CHECK(runCli(words).out.find("The first " + std::to_string(dropped) + " steps are left out") != std::string::npos);
}

TEST_CASE("samplers that look at texts see the model's tokens in a run")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    const auto tokensOf = [&](const char* sampler) {
        const auto result = runCli({ "run", "-m", *model, "-p", "The capital of France is", "-n", "16", "--temp", "0", "--samplers", sampler, "--json" });
        INFO(result.err);
        REQUIRE(result.status == 0);
        return Json::parse(result.out)["tokens"].size();
    };
    // Of the whole vocabulary an average token is improbable, so that infill takes an end at once.
    CHECK(tokensOf("top_k") == 16);
    CHECK(tokensOf("infill") < 16);
}
