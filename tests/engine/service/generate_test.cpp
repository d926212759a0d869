#include "engine/service/engine.h"
#include "tests/engine/service/recording_sink.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

using namespace cutaway;

namespace {

const api::GenerateResult* resultOf(const std::optional<api::Event>& event)
{
    const auto* finished = event ? std::get_if<api::Finished>(&*event) : nullptr;
    return finished ? std::get_if<api::GenerateResult>(&finished->answer) : nullptr;
}

api::Generate question(std::string text)
{
    return { .messages = { { api::Role::user, std::move(text) } }, .sampling = { .values = { { "temperature", 0 } }, .seed = 1 }, .maxTokens = 24 };
}

} // namespace

TEST_CASE("A chat answers, streams whole text, reuses its prefix and stops at once")
{
    const auto file = test::starterModel();
    if (!file)
        CUTAWAY_SKIP("the starter model is not here");
    test::RecordingSink events;
    auto service = service::makeEngineService();
    service->setSink(events.sink());
    service->submit(api::WatchProfile { .live = true, .perSecond = 20 });
    const auto loaded = events.finalOf(service->submit(api::LoadModel { .path = file->string(), .options = { .context = 1024 } }));
    REQUIRE(loaded);
    REQUIRE(std::get_if<api::Finished>(&*loaded));
    CHECK(std::get<api::LoadedModel>(std::get<api::Finished>(*loaded).answer).hasChatTemplate);

    api::Generate first = question("Give me a Python function that adds two numbers.");
    const auto answered = events.finalOf(service->submit(first));
    REQUIRE(resultOf(answered));
    const api::GenerateResult result = *resultOf(answered);
    // golden/models/smollm2, chat3: a greedy answer that rounding cannot change.
    INFO(result.text);
    CHECK(result.text.starts_with("```python\ndef add_"));
    CHECK(result.timings.reusedTokens == 0);
    std::string streamed;
    for (const auto& ready : events.all<api::TokensReady>()) {
        for (const auto& piece : ready.pieces)
            streamed += piece.text;
    }
    CHECK(streamed == result.text);
    CHECK_FALSE(events.all<api::StatusChanged>().empty());
    REQUIRE_FALSE(events.all<api::SnapshotReady>().empty());
    CHECK(events.all<api::SnapshotReady>().back().snapshot->steps.size() >= result.tokens.size());

    // The same seed, the same answer; the whole first turn comes from the cache.
    first.messages.push_back({ api::Role::assistant, result.text });
    first.messages.push_back({ api::Role::user, "Now subtract them." });
    const auto second = events.finalOf(service->submit(first));
    REQUIRE(resultOf(second));
    CHECK(resultOf(second)->timings.reusedTokens >= result.timings.promptTokens);

    api::Generate endless = question("Tell me a very long story.");
    endless.maxTokens = -1;
    const auto id = service->submit(endless);
    REQUIRE(events.waitFor<api::TokensReady>([&](const api::TokensReady& ready) { return ready.request == id; }));
    service->cancel(id);
    const auto stopped = events.finalOf(id);
    REQUIRE(resultOf(stopped));
    CHECK(resultOf(stopped)->stopReason == api::StopReason::cancelled);
    CHECK(events.finalsOf(id) == 1);
}
