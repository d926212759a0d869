#include "engine/runtime/generator.h"
#include "engine/runtime/text_tools.h"
#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace cutaway;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kFields = 20;

std::string fieldName(int field) { return "field" + std::to_string(field); }

/// Strings, numbers, truths and lists in turn.
api::AnswerFormat twentyFields()
{
    std::string text = "root ::= \"{\"";
    const std::vector<std::string> values { "string", "integer", "truth", "list" };
    for (int field = 0; field < kFields; ++field)
        text += std::string(field == 0 ? "" : " \",\"") + " space \"\\\"" + fieldName(field) + "\\\":\" space " + values[std::size_t(field) % values.size()];
    text += R"( space "}"
space ::= | " " | "\n" [ \t]{0,8}
integer ::= "-"? ("0" | [1-9] [0-9]{0,6})
truth ::= "true" | "false"
list ::= "[" space (string ("," space string){0,2})? space "]"
string ::= "\"" ([^"\\\x7F\x01-\x1F] | "\\" ["\\bfnrt]){0,24} "\""
)";
    return { api::AnswerFormat::Kind::gbnf, text };
}

class Bench {
public:
    explicit Bench(const std::string& path) : m_running(path, { .context = 1024 })
    {
        const auto description = runtime::ModelDescription::open(path);
        REQUIRE(description);
        auto tools = runtime::TextTools::load((*description)->file().metadata);
        REQUIRE(tools);
        m_tools = *tools;
    }
    const runtime::TextTools& tools() const { return *m_tools; }
    api::GenerateResult answer(const api::AnswerFormat& format, std::uint64_t seed, std::int32_t maxTokens)
    {
        runtime::GenerateRequest request { .seed = seed, .maxTokens = maxTokens };
        const auto prompt = m_tools->tokens({ { api::Role::user, "Describe a planet as JSON with 20 fields." } }, {}, "2026-12-01T12:00:00");
        REQUIRE(prompt);
        request.prompt = *prompt;
        auto grammar = m_tools->grammar(format);
        REQUIRE(grammar);
        request.grammar = *grammar;
        m_running.session().clear(); // a prefix from the cache is rounded in another way than one computed in a batch
        auto result = runtime::Generator(m_running.session(), m_tools->tokenizer()).run(request, {}, {});
        REQUIRE(result);
        return *result;
    }

private:
    test::RunningModel m_running;
    std::shared_ptr<const runtime::TextTools> m_tools;
};

double nsPerToken(const api::GenerateResult& result) { return double(result.timings.decode) / double(result.tokens.size()); }

} // namespace

TEST_CASE("an answer held to a grammar ends by it, with every field in its place")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    Bench bench(*model);
    const api::GenerateResult result = bench.answer(twentyFields(), 1, 800);
    CHECK(result.stopReason == api::StopReason::endOfGeneration);
    const Json json = Json::parse(result.text);
    REQUIRE(json.size() == kFields);
    for (int field = 0; field < kFields; field += 4) {
        CHECK(json[fieldName(field)].is_string());
        CHECK(json[fieldName(field + 1)].is_number_integer());
        CHECK(json[fieldName(field + 2)].is_boolean());
        CHECK(json[fieldName(field + 3)].is_array());
    }
    CHECK(bench.answer(twentyFields(), 1, 800).tokens == result.tokens);
}

TEST_CASE("a grammar that cannot be read is an error with line and column before anything runs")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    const auto grammar = Bench(*model).tools().grammar({ api::AnswerFormat::Kind::gbnf, "root ::= \"a\"\n  | b" });
    REQUIRE_FALSE(grammar);
    CHECK(grammar.error().message.starts_with("Grammar, line 2, column 3: "));
}

TEST_CASE("a grammar of 20 fields costs less than a tenth of the time of decoding")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is missing");
    Bench bench(*model);
    // Steps get slower with the context: both kinds of answers are as long. Best of five of each, in turn.
    const auto tokens = std::int32_t(bench.answer(twentyFields(), 1, 800).tokens.size());
    double held = 1e18, free = 1e18;
    for (std::uint64_t round = 0; round < 5; ++round) {
        held = std::min(held, nsPerToken(bench.answer(twentyFields(), 1, tokens)));
        const api::GenerateResult other = bench.answer({}, round, tokens);
        if (std::int32_t(other.tokens.size()) == tokens)
            free = std::min(free, nsPerToken(other));
    }
    REQUIRE(free < 1e18);
    WARN(tokens << " tokens; " << held / 1e6 << " ms a token with the grammar, " << free / 1e6 << " without: " << 100 * (held / free - 1) << " %");
    CHECK(held < 1.1 * free);
}
