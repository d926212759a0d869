#include "tests/app/cli_program.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/hostile_files.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unistd.h>

using namespace cutaway;
using test::GgufBuilder;
using test::runCli;
using Json = nlohmann::json;

namespace {

/// A command that reads a model file, in the words before and after the file's name.
struct Reader {
    std::vector<std::string> before, after;
    bool runs = true; ///< needs a model that can be run, not only one that can be read
};
const std::vector<Reader> kReaders { { { "inspect" }, {}, false }, { { "plan", "-m" }, {} }, { { "run", "-m" }, { "-p", "Hello", "-n", "1" } } };

/// Status 1 and one sentence about it, as text and as JSON.
void checkRefusedBy(const Reader& reader, const std::string& path, const std::string& sentence, const std::vector<std::string>& prefix = {})
{
    std::vector<std::string> words = reader.before;
    words.push_back(path);
    words.insert(words.end(), reader.after.begin(), reader.after.end());
    const auto text = runCli(words, prefix);
    INFO(words[0] << " " << path << ": " << text.err);
    CHECK(text.status == 1);
    CHECK(text.out.empty());
    CHECK(std::ranges::count(text.err, '\n') == 1);
    CHECK(text.err.find(sentence) != std::string::npos);
    words.emplace_back("--json");
    const auto json = runCli(words, prefix);
    CHECK(json.status == 1);
    const Json answer = Json::parse(json.out, nullptr, false);
    REQUIRE(answer.contains("error"));
    CHECK(answer["error"].value("message", "").find(sentence) != std::string::npos);
    for (const char* field : { "code", "subject", "action" })
        CHECK(answer["error"].contains(field));
}

void checkRefused(const std::string& path, const std::string& sentence, const std::vector<std::string>& prefix = {})
{
    for (const Reader& reader : kReaders)
        checkRefusedBy(reader, path, sentence, prefix);
}

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
    checkRefused(folder.path() / "absent.gguf", "No such file");
    checkRefused(folder.path().string(), "holds no model: a file 'config.json' is missing");
    for (const test::HostileFile& file : test::hostileFiles()) {
        const std::string path = folder.path() / file.name;
        test::writeText(path, file.bytes);
        for (const Reader& reader : kReaders) {
            if (reader.runs || !file.inspectable)
                checkRefusedBy(reader, path, file.sentence);
        }
    }
}

TEST_CASE("a readable file that no model can be run from is shown, with the reason")
{
    const test::TempDir folder;
    test::writeText(folder.path() / "whole.gguf", test::smallestModel());
    CHECK(runCli({ "plan", "-m", folder.path() / "whole.gguf" }).status == 0);
    for (const test::HostileFile& file : test::hostileFiles()) {
        if (!file.inspectable)
            continue;
        test::writeText(folder.path() / file.name, file.bytes);
        const auto shown = runCli({ "inspect", folder.path() / file.name });
        INFO(file.name << ": " << shown.out << shown.err);
        CHECK(shown.status == 1);
        CHECK(shown.out.find("general.architecture") != std::string::npos);
        CHECK(shown.err.find(file.sentence) != std::string::npos);
        const Json json = Json::parse(runCli({ "inspect", folder.path() / file.name, "--json" }).out);
        CHECK(json["error"]["message"].get<std::string>().find(file.sentence) != std::string::npos);
        CHECK(json["metadata"].contains("general.architecture"));
    }
}

TEST_CASE("a file that may not be read is refused")
{
    const test::TempDir folder;
    const auto path = folder.path() / "secret.gguf";
    test::writeText(path, "GGUF");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    std::vector<std::string> prefix;
    if (geteuid() == 0)
        prefix = { "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups" };
    if (geteuid() == 0 && runCli({ "--help" }, prefix).status != 0)
        CUTAWAY_SKIP("the program cannot be run as another user here");
    checkRefused(path, "Permission denied", prefix);
}

TEST_CASE("output that does not arrive is a failure, a reader that leaves is none")
{
    if (!std::filesystem::is_character_file(std::filesystem::status("/dev/full")))
        CUTAWAY_SKIP("there is no /dev/full here");
    const auto full = runCli({ "describe", "ops" }, { "bash", "-c", "exec \"$@\" >/dev/full", "bash" });
    CHECK(full.status == 1);
    CHECK(full.err.find("Cannot write 'standard output': No space left on device. Make room") != std::string::npos);
    CHECK(std::ranges::count(full.err, '\n') == 1);
    for (const std::string signal : { "", "trap '' PIPE; " }) {
        INFO(signal);
        // The reader has gone before the first byte is written.
        const auto left = runCli({ "describe", "ops" }, { "bash", "-c", signal + "set -o pipefail; { sleep 0.3; \"$@\"; } | true", "bash" });
        CHECK(left.status == 141);
        CHECK(left.err.empty());
    }
}

TEST_CASE("an unknown architecture can be inspected, but not planned")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "new.gguf";
    GgufBuilder().text("general.architecture", "unheard_of").tensorF32("output_norm.weight", { 4 }, { 1, 1, 1, 1 }).write(path);
    const auto inspected = runCli({ "inspect", path, "--json" });
    REQUIRE(inspected.status == 1);
    const Json report = Json::parse(inspected.out);
    CHECK(report["error"]["code"] == "unsupported");
    CHECK(report["architecture"] == "unheard_of");
    CHECK(report["parameters"] == 4);
    CHECK(report["bitsPerWeight"] == 32.0);
    CHECK(report["tensors"][0] == Json { { "name", "output_norm.weight" }, { "type", "F32" }, { "shape", { 4 } }, { "bytes", 16 } });
    CHECK((!report.contains("plan") || report["plan"].is_null()));
    const auto planned = runCli({ "plan", "-m", path });
    CHECK(planned.status == 1);
    CHECK(planned.err.find("unheard_of") != std::string::npos);
}

TEST_CASE("a file that is no model to run, as a vocabulary alone, is inspected without complaint")
{
    const test::TempDir folder;
    const std::string path = folder.path() / "vocabulary.gguf";
    GgufBuilder().text("general.architecture", "llama").write(path);
    const auto inspected = runCli({ "inspect", path });
    CHECK(inspected.status == 0);
    CHECK(inspected.err.empty());
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
    test::writeText(folder.path() / "t.jinja", "{{ bos_token }}{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}{{ strftime_now('%Y-%m') }}{{ eos_token }}");
    test::writeText(folder.path() / "c.json", R"({"messages": [{"role": "user", "content": "Hi"}]})");
    const auto result = runCli({ "template", "--template", folder.path() / "t.jinja", "--conversation", folder.path() / "c.json", "--bos", "<b>", "--eos", "<e>", "--now", "2026-11-30" });
    CHECK(result.status == 0);
    CHECK(result.out == "<b>user:Hi;2026-11<e>");
}
