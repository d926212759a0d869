#include "engine/chat/chat_template.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

/// Every chat template of the golden data, over every conversation, against what the reference environment made of them.
namespace {

using namespace cutaway;
using chat::Json;
namespace fs = std::filesystem;

/// Templates whose texts are not compared: the reference escapes HTML there, an artefact of its safe strings.
constexpr std::array kNotCompared { "meetkai-functionary-medium-v3.1" };

struct Exception {
    const char* templateName;
    const char* conversation;
};
/// Cases that render here although the reference refuses them, only because its sandbox forbids list.append.
constexpr std::array kRendersHere {
    Exception { "Kimi-K2-Instruct", "tool_round_trip" },
    Exception { "Kimi-K2-Thinking", "tool_round_trip" },
};
/// Cases known to fail: "template/conversation". May only become shorter.
const std::vector<std::string> kKnownFailures {};

bool renderedHere(const std::string& name, const std::string& conversation)
{
    return std::ranges::any_of(kRendersHere, [&](const Exception& e) { return name == e.templateName && conversation == e.conversation; });
}

std::map<std::string, chat::RenderInput> conversations(const fs::path& folder)
{
    std::map<std::string, chat::RenderInput> inputs;
    const Json all = Json::parse(test::readText(folder / "conversations.json"));
    for (const auto& [name, json] : all.items()) {
        auto input = chat::RenderInput::fromJson(json.dump());
        REQUIRE(input);
        input->bosToken = "<s>";
        input->eosToken = "</s>";
        input->now = chat::LocalTime { 2026, 11, 30, 12, 0, 0 };
        inputs.emplace(name, *input);
    }
    return inputs;
}

/// What is wrong with the case; empty when nothing is.
std::string problemOf(const base::Result<std::string>& rendered, const Json& expected, bool mustRender)
{
    if (expected.contains("error") && !mustRender)
        return rendered ? "rendered, although the reference fails with " + expected["error"].get<std::string>() : "";
    if (!rendered)
        return rendered.error().message;
    if (mustRender)
        return rendered->empty() ? "rendered nothing" : "";
    const auto text = expected["text"].get<std::string>();
    const auto at = std::mismatch(text.begin(), text.end(), rendered->begin(), rendered->end()).first - text.begin();
    return *rendered == text ? ""
                             : "differs at byte " + std::to_string(at) + ": expected ..." + text.substr(std::size_t(at), 80) + " got ..."
            + rendered->substr(std::min(rendered->size(), std::size_t(at)), 80);
}

} // namespace

TEST_CASE("golden templates render as in the reference environment")
{
    const auto folder = test::golden("golden/templates");
    if (!folder)
        CUTAWAY_SKIP("golden/templates is not here");
    const auto inputs = conversations(*folder);
    std::vector<std::string> failures;
    std::size_t templates = 0, cases = 0, perfect = 0;
    for (const auto& entry : fs::directory_iterator(*folder)) {
        if (entry.path().extension() != ".jinja")
            continue;
        const std::string name = entry.path().stem().string();
        const auto parsed = chat::ChatTemplate::parse(test::readText(entry.path()));
        INFO(name);
        if (!parsed)
            FAIL(parsed.error().message);
        ++templates;
        if (std::ranges::find(kNotCompared, name) != kNotCompared.end())
            continue;
        const Json expected = Json::parse(test::readText(*folder / (name + ".expected.json")));
        const std::size_t before = failures.size();
        for (const auto& [conversation, result] : expected.items()) {
            ++cases;
            const std::string problem = problemOf(parsed->render(inputs.at(conversation)), result, renderedHere(name, conversation));
            if (!problem.empty()) {
                failures.push_back(name + "/" + conversation);
                std::cout << failures.back() << ": " << problem << "\n";
            }
        }
        perfect += failures.size() == before;
    }
    std::ranges::sort(failures);
    std::cout << perfect << " of " << templates << " templates without a difference; " << cases - failures.size() << " of " << cases
              << " cases\n";
    CHECK(templates > 0);
    CHECK(failures == kKnownFailures);
}
