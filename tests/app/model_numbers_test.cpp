#include "engine/runtime/session.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

using namespace cutaway;
using Json = nlohmann::json;

namespace {

/// A real model with the numbers that it must give.
struct Golden {
    std::string model, folder;
    Json json(const char* file) const { return Json::parse(test::readText(*test::golden(folder + "/" + file))); }
};

/// Empty when the model or its numbers are missing.
std::vector<Golden> goldenModels()
{
    std::vector<Golden> models;
    const auto add = [&](const std::optional<std::filesystem::path>& model, const std::string& folder) {
        if (model && test::golden(folder + "/logits.f32"))
            models.push_back({ model->string(), folder });
    };
    add(test::starterModel(), "golden/models/smollm2");
    add(test::gemmaModel(), "golden/models/gemma3");
    return models;
}

/// A model ready to run; a class of its own so that the session goes first.
class Runner {
public:
    Runner(const std::string& path, bool reference)
    {
        auto description = runtime::ModelDescription::open(path);
        REQUIRE(description);
        auto model = runtime::LoadedModel::load(*description, { .context = 2048, .reference = reference }, [](std::uint64_t, std::uint64_t, const std::string&) { return true; });
        REQUIRE(model);
        m_recorder = std::make_unique<profile::Recorder>((*model)->workers());
        auto session = runtime::Session::create(*model, *m_recorder);
        REQUIRE(session);
        m_session = std::move(*session);
    }

    std::vector<float> logitsAfter(const std::vector<base::TokenId>& tokens)
    {
        m_session->clear();
        REQUIRE(m_session->prefill(tokens, {}));
        return current();
    }
    std::vector<float> logitsAfterOneMore(base::TokenId token)
    {
        REQUIRE(m_session->decode(token, {}));
        return current();
    }

private:
    std::vector<float> current() const { return { m_session->logits().begin(), m_session->logits().end() }; }
    std::unique_ptr<profile::Recorder> m_recorder;
    std::unique_ptr<runtime::Session> m_session;
};

std::map<std::string, std::vector<base::TokenId>> idsByName(const Golden& golden)
{
    std::map<std::string, std::vector<base::TokenId>> ids;
    for (const Json& text : golden.json("texts.json"))
        ids[text["name"]] = text["ids"].get<std::vector<base::TokenId>>();
    return ids;
}

/// Our error on each golden row, beside the peer's.
std::vector<std::pair<double, double>> rowErrors(const Golden& golden, bool reference)
{
    const Json logits = golden.json("logits.json");
    const std::vector<float> expected = test::readFloats(*test::golden(golden.folder + "/logits.f32"));
    const auto vocabulary = logits["vocabulary"].get<std::size_t>();
    const auto ids = idsByName(golden);
    Runner runner(golden.model, reference);
    std::vector<std::pair<double, double>> errors;
    for (std::size_t i = 0; i < logits["rows"].size(); ++i) {
        const Json& row = logits["rows"][i];
        std::vector<base::TokenId> tokens = ids.at(row["text"]);
        tokens.resize(row["position"].get<std::size_t>() + 1);
        const auto begin = expected.begin() + std::ptrdiff_t(i * vocabulary);
        errors.emplace_back(test::nmse(runner.logitsAfter(tokens), { begin, begin + std::ptrdiff_t(vocabulary) }), row["peerNmse"].get<double>());
    }
    return errors;
}

} // namespace

TEST_CASE("the oracle gives the golden logits")
{
    const auto models = goldenModels();
    if (models.empty())
        CUTAWAY_SKIP("no model with golden numbers is here");
    for (const Golden& golden : models) {
        INFO(golden.folder);
        for (const auto& [ours, peer] : rowErrors(golden, true))
            CHECK(ours <= 1e-6);
    }
}

TEST_CASE("the fast kernels stray no further from the golden logits than a good implementation")
{
    const auto models = goldenModels();
    if (models.empty())
        CUTAWAY_SKIP("no model with golden numbers is here");
    for (const Golden& golden : models) {
        double logSum = 0, worst = 0;
        const auto errors = rowErrors(golden, false);
        for (const auto& [ours, peer] : errors) {
            logSum += std::log(ours / peer);
            worst = std::max(worst, ours / peer);
        }
        INFO(golden.folder << ": geometric mean " << std::exp(logSum / double(errors.size())) << ", worst row " << worst);
        CHECK(std::exp(logSum / double(errors.size())) <= 1.1);
        CHECK(worst <= 4);
    }
}

/// Follows a golden continuation for as many tokens as `length` says of it.
static void followGreedy(const Golden& golden, bool reference, const std::function<std::size_t(const Json& entry)>& length)
{
    const auto ids = idsByName(golden);
    Runner runner(golden.model, reference);
    for (const Json& entry : golden.json("greedy.json")) {
        INFO(golden.folder << " " << entry["text"]);
        std::vector<float> logits = runner.logitsAfter(ids.at(entry["text"]));
        const std::size_t count = length(entry);
        for (std::size_t i = 0; i < count; ++i) {
            const auto best = base::TokenId(std::ranges::max_element(logits) - logits.begin());
            REQUIRE(best == entry["ids"][i].get<base::TokenId>());
            if (i + 1 < count)
                logits = runner.logitsAfterOneMore(best);
        }
    }
}

TEST_CASE("greedy continuations follow the golden ones as far as rounding cannot change them")
{
    const auto models = goldenModels();
    if (models.empty())
        CUTAWAY_SKIP("no model with golden numbers is here");
    for (const Golden& golden : models)
        followGreedy(golden, false, [](const Json& entry) { return entry["stable"].get<std::size_t>(); });
}
