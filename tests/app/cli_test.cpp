#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <unistd.h>

using namespace cutaway;
using test::GgufBuilder;
using test::GgufBytes;
using test::runCli;
using Json = nlohmann::json;

namespace {

/// Status 1 and one sentence about it, as text and as JSON.
void checkRefused(const std::string& path, const std::string& sentence)
{
    INFO(path);
    for (const char* command : { "inspect", "plan" }) {
        std::vector<std::string> words { command };
        if (words[0] == "plan")
            words.emplace_back("-m");
        words.push_back(path);
        const auto text = runCli(words);
        INFO(text.err);
        CHECK(text.status == 1);
        CHECK(text.out.empty());
        CHECK(std::ranges::count(text.err, '\n') == 1);
        CHECK(text.err.find(sentence) != std::string::npos);
        words.emplace_back("--json");
        const auto json = runCli(words);
        CHECK(json.status == 1);
        const Json error = Json::parse(json.out, nullptr, false)["error"];
        CHECK(error["message"].get<std::string>().find(sentence) != std::string::npos);
        CHECK(error.contains("code"));
        CHECK(error.contains("subject"));
        CHECK(error.contains("action"));
    }
}

void write(const std::filesystem::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

} // namespace

TEST_CASE("bad usage ends with 2 and a hint on standard error")
{
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>> { {}, { "nonsense" }, { "plan" }, { "inspect" }, { "plan", "--nonsense" }, { "plan", "-m" },
             { "tokenize", "-m", "x" }, { "describe", "nonsense" }, { "detokenize", "-m", "x", "--tokens", "1 b" } }) {
        INFO((words.empty() ? std::string("no words") : words.front()));
        const auto result = runCli(words);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK_FALSE(result.err.empty());
    }
}

TEST_CASE("help goes to standard output and ends with 0")
{
    CHECK(runCli({ "--help" }).status == 0);
    for (const char* command : { "inspect", "run", "chat", "tokenize", "detokenize", "template", "logits", "perplexity", "bench", "profile", "plan", "describe" }) {
        INFO(command);
        const auto help = runCli({ command, "--help" });
        CHECK(help.status == 0);
        CHECK(help.out.find("Usage: cutaway-cli " + std::string(command) + " ") == 0);
        CHECK(help.err.empty());
    }
}

TEST_CASE("files that are no model, or a damaged one, are refused in one sentence")
{
    const test::TempDir folder;
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    checkRefused(path("absent.gguf"), "No such file");
    checkRefused(folder.path().string(), "holds no model: a file 'config.json' is missing");
    write(path("empty.gguf"), "");
    checkRefused(path("empty.gguf"), "is empty");
    write(path("magic.gguf"), "XXXX, and more");
    checkRefused(path("magic.gguf"), "is no model file");
    const std::string whole = GgufBuilder().text("general.architecture", "llama").tensorF32("output_norm.weight", { 4 }, { 1, 1, 1, 1 }).build();
    write(path("cut.gguf"), whole.substr(0, 40));
    checkRefused(path("cut.gguf"), "Damaged file");
    write(path("counts.gguf"), GgufBytes().header(~std::uint64_t(0), 0).bytes());
    checkRefused(path("counts.gguf"), "number of tensors is 18446744073709551615");
    write(path("length.gguf"), GgufBytes().header(0, 1).number(std::uint64_t(1) << 32).raw("general.architecture").bytes());
    checkRefused(path("length.gguf"), "4294967296");
}

TEST_CASE("a file that may not be read is refused")
{
    const test::TempDir folder;
    const auto path = folder.path() / "secret.gguf";
    write(path, "GGUF");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    std::vector<std::string> prefix;
    if (geteuid() == 0)
        prefix = { "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups" };
    if (geteuid() == 0 && runCli({ "--help" }, prefix).status != 0)
        CUTAWAY_SKIP("the program cannot be run as another user here");
    const auto result = runCli({ "inspect", path.string() }, prefix);
    CHECK(result.status == 1);
    CHECK(result.err.find("Permission denied") != std::string::npos);
}

TEST_CASE("an unknown architecture can be inspected, but not planned")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "new.gguf";
    GgufBuilder().text("general.architecture", "unheard_of").tensorF32("output_norm.weight", { 4 }, { 1, 1, 1, 1 }).write(path);
    const auto inspected = runCli({ "inspect", path, "--json" });
    REQUIRE(inspected.status == 0);
    const Json report = Json::parse(inspected.out);
    CHECK(report["architecture"] == "unheard_of");
    CHECK(report["parameters"] == 4);
    CHECK(report["bitsPerWeight"] == 32.0);
    CHECK(report["tensors"][0] == Json { { "name", "output_norm.weight" }, { "type", "F32" }, { "shape", { 4 } }, { "bytes", 16 } });
    CHECK((!report.contains("plan") || report["plan"].is_null()));
    const auto planned = runCli({ "plan", "-m", path });
    CHECK(planned.status == 1);
    CHECK(planned.err.find("unheard_of") != std::string::npos);
}

TEST_CASE("every registry is described as text and as JSON")
{
    for (const std::string topic : { "architectures", "ops", "types", "samplers", "tokenizers", "templates", "devices" }) {
        INFO(topic);
        const auto json = runCli({ "describe", topic, "--json" });
        REQUIRE(json.status == 0);
        const Json rows = Json::parse(json.out)[topic];
        REQUIRE_FALSE(rows.empty());
        const auto text = runCli({ "describe", topic });
        CHECK(text.status == 0);
        for (const Json& row : rows)
            CHECK(text.out.find(row["name"].get<std::string>()) != std::string::npos);
    }
    CHECK(runCli({ "describe", "views" }).err.find("workbench") != std::string::npos);
}

TEST_CASE("a template file renders a conversation with the given tokens and time")
{
    const test::TempDir folder;
    write(folder.path() / "t.jinja", "{{ bos_token }}{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}{{ strftime_now('%Y-%m') }}{{ eos_token }}");
    write(folder.path() / "c.json", R"({"messages": [{"role": "user", "content": "Hi"}]})");
    const auto result = runCli({ "template", "--template", folder.path() / "t.jinja", "--conversation", folder.path() / "c.json", "--bos", "<b>", "--eos", "<e>", "--now", "2026-11-30" });
    CHECK(result.status == 0);
    CHECK(result.out == "<b>user:Hi;2026-11<e>");
}
