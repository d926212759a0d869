#include "engine/service/engine.h"
#include "tests/engine/service/recording_sink.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <fstream>

using namespace cutaway;

namespace {

/// A service with its recorder, torn down in the right order.
struct Bench {
    test::RecordingSink events;
    std::unique_ptr<api::EngineService> service = service::makeEngineService();
    Bench() { service->setSink(events.sink()); }
};

template <class T> const T* answerOf(const std::optional<api::Event>& event)
{
    const auto* finished = event ? std::get_if<api::Finished>(&*event) : nullptr;
    return finished ? std::get_if<T>(&finished->answer) : nullptr;
}

const api::Failed* failureOf(const std::optional<api::Event>& event) { return event ? std::get_if<api::Failed>(&*event) : nullptr; }

} // namespace

TEST_CASE("Each request ends with exactly one final event")
{
    Bench bench;
    const auto missing = bench.service->submit(api::LoadModel { .path = "/no/such/model.gguf" });
    const auto devices = bench.service->submit(api::ListDevices {});
    const auto generate = bench.service->submit(api::Generate { .text = "Hello" });
    const auto unload = bench.service->submit(api::UnloadModel {});
    const auto watch = bench.service->submit(api::WatchProfile { .live = true });
    const auto last = bench.service->submit(api::ExportProfile { .path = "/tmp/never-written" });

    const auto failed = bench.events.finalOf(missing);
    REQUIRE(failureOf(failed));
    CHECK(failureOf(failed)->error.code == base::ErrorCode::notFound);
    REQUIRE(answerOf<api::DeviceList>(bench.events.finalOf(devices)));
    CHECK(answerOf<api::DeviceList>(bench.events.finalOf(devices))->devices.at(0).memoryTotal > 0);
    CHECK(failureOf(bench.events.finalOf(generate)));
    CHECK(answerOf<std::monostate>(bench.events.finalOf(unload)));
    CHECK(answerOf<std::monostate>(bench.events.finalOf(watch)));
    CHECK(failureOf(bench.events.finalOf(last)));
    for (const auto id : { missing, devices, generate, unload, watch, last })
        CHECK(bench.events.finalsOf(id) == 1);
}

TEST_CASE("Destroying the service ends waiting requests as cancelled")
{
    test::RecordingSink events;
    std::vector<base::RequestId> ids;
    {
        auto service = service::makeEngineService();
        service->setSink(events.sink());
        for (int i = 0; i < 50; ++i)
            ids.push_back(service->submit(api::LoadModel { .path = "/no/such/model.gguf" }));
    }
    for (const auto id : ids)
        CHECK(events.finalsOf(id) == 1);
}

TEST_CASE("A model loads with its plan, is inspected and unloaded")
{
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    Bench bench;
    const auto planned = bench.service->submit(api::PlanModel { .path = file->string(), .options = { .context = 64, .threads = 2 } });
    const auto loading = bench.service->submit(api::LoadModel { .path = file->string(), .options = { .context = 64, .threads = 2 } });
    const auto plan = bench.events.finalOf(planned);
    const auto loaded = bench.events.finalOf(loading);
    REQUIRE(answerOf<api::MemoryPlan>(plan));
    REQUIRE(answerOf<api::LoadedModel>(loaded));
    const auto& model = *answerOf<api::LoadedModel>(loaded);
    CHECK(model.context == 64);
    CHECK(model.card.architecture == "llama");
    CHECK(model.memory.devices.at(0).total == answerOf<api::MemoryPlan>(plan)->devices.at(0).total);
    CHECK(model.barriersPerLayer > 0);
    CHECK(model.barriersPerLayer <= 8);
    for (const api::BufferInfo& buffer : model.memory.buffers)
        CHECK(buffer.actual == buffer.predicted);
    const auto inspected = bench.events.finalOf(bench.service->submit(api::InspectModel { .path = file->string() }));
    REQUIRE(answerOf<api::InspectReport>(inspected));
    CHECK(answerOf<api::InspectReport>(inspected)->plan.has_value());
    // These files have no vocabulary: they load, and only text is refused.
    CHECK_FALSE(model.hasVocabulary);
    const auto text = bench.events.finalOf(bench.service->submit(api::Generate { .text = "Hello" }));
    REQUIRE(failureOf(text));
    CHECK(failureOf(text)->error.code == base::ErrorCode::unsupported);
    CHECK(answerOf<std::monostate>(bench.events.finalOf(bench.service->submit(api::UnloadModel {}))));
}

TEST_CASE("A model that does not fit is refused in one sentence with the numbers, and nothing stays")
{
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    Bench bench;
    const auto loaded = bench.events.finalOf(bench.service->submit(api::LoadModel { .path = file->string(), .options = { .context = 1 << 24, .ubatch = 1 << 16 } }));
    if (const auto* answer = answerOf<api::LoadedModel>(loaded)) {
        // The machine is large enough after all: then the plan must say so.
        CHECK(answer->memory.fit != api::Fit::tooLarge);
        return;
    }
    REQUIRE(failureOf(loaded));
    CHECK(failureOf(loaded)->error.code == base::ErrorCode::outOfMemory);
    CHECK(failureOf(loaded)->error.message.find("KV cache") != std::string::npos);
}

TEST_CASE("Scanning finds good and broken files with their sentences")
{
    const test::TempDir dir;
    std::ofstream(dir.path() / "broken.gguf") << "GGUX";
    std::ofstream(dir.path() / "notes.txt") << "not a model";
    Bench bench;
    const auto id = bench.service->submit(api::ScanModels { .folders = { dir.path().string() } });
    REQUIRE(answerOf<std::monostate>(bench.events.finalOf(id)));
    const auto found = bench.events.all<api::ModelFound>();
    REQUIRE(found.size() == 1);
    CHECK(found[0].card.fileName == "broken");
    CHECK_FALSE(found[0].card.problem.empty());
    CHECK_FALSE(found[0].card.supported);
}
