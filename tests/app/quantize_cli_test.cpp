#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

using namespace cutaway;
using test::runCli;
using Json = nlohmann::json;

namespace {

void writeModel(const std::filesystem::path& path)
{
    test::GgufBuilder builder;
    builder.text("general.architecture", "llama").u32("llama.block_count", 1);
    builder.tensorF32("token_embd.weight", { 2, 32 }, std::vector<float>(64, 0.1f)).tensorF32("blk.0.ffn_up.weight", { 2, 32 }, std::vector<float>(64, 0.3f));
    builder.write(path);
}

} // namespace

TEST_CASE("quantize writes the mix, with other types where patterns say so, and tells errors")
{
    const test::TempDir folder;
    const std::string in = folder.path() / "in.gguf", out = folder.path() / "out.gguf";
    writeModel(in);
    const auto result = runCli({ "quantize", in, out, "q8_0", "--tensor", "ffn_up=BF16", "--override", "general.name=str:Tiny", "--json" });
    INFO(result.err);
    REQUIRE(result.status == 0);
    const Json report = Json::parse(result.out);
    CHECK(report["bytes"] == std::filesystem::file_size(out));
    CHECK(report["tensors"][0]["name"] == "token_embd.weight");
    CHECK(report["tensors"][0]["type"] == "Q8_0");
    CHECK(report["tensors"][1]["type"] == "BF16");
    CHECK(report["tensors"][1]["relativeError"].get<double>() > 0);
    const Json inspected = Json::parse(runCli({ "inspect", out, "--json" }).out);
    CHECK(inspected["name"] == "Tiny");
    CHECK(inspected["type"] == "Q8_0");
}

TEST_CASE("commands that write models refuse bad words with status 2 and impossible jobs with a sentence")
{
    const test::TempDir folder;
    const std::string in = folder.path() / "in.gguf", out = folder.path() / "out.gguf";
    writeModel(in);
    CHECK(runCli({ "quantize", in, out }).status == 2);
    CHECK(runCli({ "quantize", in, out, "Q9" }).err.find("There is no mix of types 'Q9'.") != std::string::npos);
    CHECK(runCli({ "quantize", in, out, "F16", "--tensor", "x=Q9" }).err.find("There is no tensor type 'Q9'.") != std::string::npos);
    CHECK(runCli({ "quantize", in, out, "F16", "--tensor", "x" }).status == 2);
    CHECK(runCli({ "quantize", in, folder.path() / "missing" / "out.gguf", "F16" }).status == 1);
    CHECK(runCli({ "convert", folder.path(), out }).err.find("a file 'config.json' is missing") != std::string::npos);
    CHECK(runCli({ "convert", in }).status == 2);
    CHECK(runCli({ "importance", "-m", in }).status == 2);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("describe lists the mixes")
{
    const Json mixes = Json::parse(runCli({ "describe", "mixes", "--json" }).out)["mixes"];
    REQUIRE(mixes.size() > 30);
    CHECK(std::any_of(mixes.begin(), mixes.end(), [](const Json& row) { return row["name"] == "Q4_K_M" && row["alias"] == "Q4_K" && row["fileType"] == 15; }));
}
