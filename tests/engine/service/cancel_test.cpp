#include "engine/base/clock.h"
#include "engine/service/engine.h"
#include "tests/engine/service/recording_sink.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <thread>

using namespace cutaway;

/// Whoever cancels has the final event, the only one, within a tenth of a second, wherever the engine is at that moment.
namespace {

constexpr std::int64_t kLimitNs = 100'000'000;

/// A service and how it took being cancelled.
class Bench {
public:
    Bench() { service->setSink(events.sink()); }

    test::RecordingSink events;
    std::unique_ptr<api::EngineService> service = service::makeEngineService();

    /// Carries a command out to its end. @return how long it took
    std::int64_t complete(api::Command command)
    {
        const std::int64_t start = base::nowNs();
        const auto last = events.finalOf(service->submit(std::move(command)));
        REQUIRE(last);
        REQUIRE(std::holds_alternative<api::Finished>(*last));
        return base::nowNs() - start;
    }

    /// Cancels a running request; fails when its final event comes late, or is not the only one. @return the event
    api::Event cancel(base::RequestId id)
    {
        const std::int64_t start = base::nowNs();
        service->cancel(id);
        const auto last = events.finalOf(id);
        const std::int64_t took = base::nowNs() - start;
        REQUIRE(last);
        CHECK(took < kLimitNs);
        m_worstNs = std::max(m_worstNs, took);
        // The engine carries out one command after the other: with the end of this refused one, all that the cancelled one had to say is said.
        REQUIRE(events.finalOf(service->submit(api::Generate {})));
        CHECK(events.finalsOf(id) == 1);
        return *last;
    }
    api::Event cancelAfter(std::int64_t ns, api::Command command)
    {
        const base::RequestId id = service->submit(std::move(command));
        std::this_thread::sleep_for(std::chrono::nanoseconds(ns));
        return cancel(id);
    }
    double worstMs() const { return double(m_worstNs) / 1e6; }

private:
    std::int64_t m_worstNs = 0;
};

api::StopReason reasonOf(const api::Event& event)
{
    const auto* finished = std::get_if<api::Finished>(&event);
    REQUIRE(finished);
    return std::get<api::GenerateResult>(finished->answer).stopReason;
}

} // namespace

TEST_CASE("loading is cancelled within a tenth of a second at any moment")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is not here");
    constexpr int kMoments = 16;
    const api::LoadModel load { .path = model->string(), .options = { .context = 4096 } };
    Bench bench;
    bench.complete(load); // the first one may wait for the disk
    const std::int64_t whole = bench.complete(load);
    int cancelled = 0;
    for (int moment = 0; moment < kMoments; ++moment) {
        INFO("moment " << moment << " of " << kMoments << " in a load of " << double(whole) / 1e6 << " ms");
        const api::Event last = bench.cancelAfter(whole * moment / kMoments, load);
        CHECK_FALSE(std::holds_alternative<api::Failed>(last));
        cancelled += std::holds_alternative<api::Cancelled>(last) ? 1 : 0;
    }
    std::cout << "load of " << double(whole) / 1e6 << " ms: " << cancelled << " of " << kMoments << " cancelled, within " << bench.worstMs() << " ms\n";
    // A load may be faster than the measured one, and then be done at the last moments.
    CHECK(cancelled >= kMoments / 4);
}

TEST_CASE("a prompt being read is cancelled within a tenth of a second at any moment")
{
    const auto model = test::starterModel();
    const auto text = test::golden("golden/models/opticks.txt");
    if (!model || !text)
        CUTAWAY_SKIP("the starter model or a long text is not here");
    constexpr int kMoments = 8;
    Bench bench;
    bench.complete(api::LoadModel { .path = model->string(), .options = { .context = 4096 } });
    const auto prompt = [&](int number) {
        // Each differs in its first token, so that nothing comes from the cache.
        return api::Generate { .text = std::string(1, char('A' + number)) + test::readText(*text).substr(0, 12'000), .maxTokens = 1 };
    };
    const std::int64_t whole = bench.complete(prompt(kMoments));
    int cancelled = 0;
    for (int moment = 0; moment < kMoments; ++moment) {
        INFO("moment " << moment << " of " << kMoments << " in " << double(whole) / 1e6 << " ms");
        const api::Event last = bench.cancelAfter(whole * moment / kMoments, prompt(moment));
        CHECK_FALSE(std::holds_alternative<api::Failed>(last));
        cancelled += std::holds_alternative<api::Cancelled>(last) ? 1 : 0;
    }
    std::cout << "prompt read in " << double(whole) / 1e6 << " ms: " << cancelled << " of " << kMoments << " cancelled, within " << bench.worstMs() << " ms\n";
    // As above.
    CHECK(cancelled >= kMoments / 4);
}

TEST_CASE("an answer is cancelled within a tenth of a second, with the text so far")
{
    const auto model = test::starterModel();
    if (!model)
        CUTAWAY_SKIP("the starter model is not here");
    Bench bench;
    bench.complete(api::LoadModel { .path = model->string(), .options = { .context = 4096 } });
    for (const int ms : { 0, 40, 120 }) {
        const base::RequestId id = bench.service->submit(api::Generate { .text = "Once upon a time", .sampling = { .seed = 1 } });
        REQUIRE(bench.events.waitFor<api::TokensReady>([&](const api::TokensReady& ready) { return ready.request == id; }));
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        CHECK(reasonOf(bench.cancel(id)) == api::StopReason::cancelled);
    }
    std::cout << "answer: cancelled within " << bench.worstMs() << " ms\n";
}
