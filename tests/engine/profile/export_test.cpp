#include "engine/profile/export.h"

#include "tests/support/catch.h"
#include "tests/support/sample_profile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace cutaway::profile {
namespace {

using Json = nlohmann::json;

std::size_t eventCount(const api::ProfileSnapshot& snapshot)
{
    std::size_t count = 0;
    for (const auto& step : snapshot.steps)
        count += step->events.size();
    return count;
}

/// A step with one node whose name needs care in every format.
api::ProfileSnapshot awkward()
{
    auto plan = std::make_shared<api::PlanInfo>();
    plan->id = 7;
    plan->key = "decode, 1 token";
    plan->nodes.push_back({ .name = "a \"name\", with\nall\xff", .op = "linear", .block = "ffn", .dtype = "Q4_1", .family = api::OpFamily::matmul });
    auto step = std::make_shared<api::StepRecord>();
    step->id = 3;
    step->plan = plan;
    step->tokens = 1;
    step->startNs = 1'000'000'000'001;
    step->endNs = 1'000'000'002'010;
    step->events.push_back({ 1'000'000'000'001, 1'000'000'001'008, 0, 0, api::EventKind::node, 11, 22 });
    return { .lanes = { "worker 0" }, .steps = { step } };
}

TEST_CASE("a native capture holds every step, node and event")
{
    const auto snapshot = test::sampleProfile({ .steps = 5, .layers = 2 });
    const Json capture = Json::parse(nativeCapture(*snapshot));
    CHECK(capture["format"] == "cutaway-profile");
    CHECK(capture["version"] == 1);
    CHECK(capture["lanes"] == Json(snapshot->lanes));
    REQUIRE(capture["steps"].size() == snapshot->steps.size());
    for (std::size_t i = 0; i < snapshot->steps.size(); ++i) {
        const api::StepRecord& step = *snapshot->steps[i];
        const Json& written = capture["steps"][i];
        CHECK(written["id"] == step.id);
        CHECK(written["start"] == step.startNs);
        CHECK(written["kvLength"] == step.kvLength);
        const auto plan = std::ranges::find_if(capture["plans"], [&](const Json& p) { return p["id"] == written["plan"]; });
        REQUIRE(plan != capture["plans"].end());
        REQUIRE((*plan)["nodes"].size() == step.plan->nodes.size());
        REQUIRE(written["events"].size() == step.events.size());
        for (std::size_t e = 0; e < step.events.size(); ++e) {
            const api::ProfileEvent& event = step.events[e];
            CHECK(written["events"][e] == Json::array({ event.lane, int(event.kind), event.node, event.startNs, event.endNs, event.bytes, event.flops }));
        }
    }
}

TEST_CASE("the event kinds of a native capture are indexed by the number in an event")
{
    const Json capture = Json::parse(nativeCapture(awkward()));
    const int kind = capture["steps"][0]["events"][0][1];
    CHECK(capture["eventKinds"][std::size_t(kind)] == "node");
    CHECK(capture["eventKinds"][std::size_t(api::EventKind::sample)] == "sample");
    CHECK(capture["plans"][0]["nodes"][0]["family"] == "matmul");
}

TEST_CASE("a trace has a slice per event and per step, and a named track per lane")
{
    const auto snapshot = test::sampleProfile({ .steps = 4, .layers = 3 });
    const Json trace = Json::parse(chromeTrace(*snapshot));
    std::size_t slices = 0;
    std::vector<std::string> tracks;
    for (const Json& event : trace["traceEvents"]) {
        slices += event["ph"] == "X";
        if (event["name"] == "thread_name")
            tracks.push_back(event["args"]["name"]);
    }
    CHECK(slices == eventCount(*snapshot) + snapshot->steps.size());
    std::vector<std::string> expected = snapshot->lanes;
    expected.emplace_back("steps");
    CHECK(tracks == expected);
}

TEST_CASE("a trace keeps single nanoseconds, and names of any bytes")
{
    const std::string text = chromeTrace(awkward());
    CHECK(text.find("\"ts\":1000000000.001,\"dur\":1.007,") != std::string::npos);
    CHECK(Json::parse(text)["traceEvents"].size() == 7);
    CHECK_FALSE(Json::parse(nativeCapture(awkward())).empty());
}

TEST_CASE("CSV has one line per event and quotes what needs it")
{
    const auto snapshot = test::sampleProfile({ .steps = 3, .layers = 2 });
    const std::string table = csv(*snapshot);
    CHECK(std::size_t(std::ranges::count(table, '\n')) == eventCount(*snapshot) + 1);
    std::istringstream lines(table);
    std::string first, line;
    std::getline(lines, first);
    const auto columns = std::ranges::count(first, ',');
    while (std::getline(lines, line))
        REQUIRE(std::ranges::count(line, ',') == columns);
    CHECK(csv(awkward()).find(",node,\"a \"\"name\"\", with\nall\xff\",linear,matmul,ffn,-1,0,Q4_1,1000000000001,1000000001008,11,22\n") != std::string::npos);
}

TEST_CASE("an empty recording makes valid files")
{
    const api::ProfileSnapshot none;
    CHECK(Json::parse(nativeCapture(none))["steps"].empty());
    CHECK(Json::parse(chromeTrace(none)).contains("traceEvents"));
    CHECK(csv(none).starts_with("step,"));
}

} // namespace
} // namespace cutaway::profile
