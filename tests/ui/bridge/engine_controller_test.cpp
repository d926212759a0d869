#include "engine/base/clock.h"
#include "tests/support/catch.h"
#include "tests/support/fake_engine_service.h"
#include "ui/bridge/engine_controller.h"

#include <QTest>

using namespace cutaway;
using test::FakeEngineService;
using test::FakeScript;

namespace {

/// Counts what one request was told.
struct Record {
    int tokenCalls = 0;
    std::string text;
    int finals = 0;
    std::vector<std::int64_t> callTimes;

    ui::RequestHandlers handlers()
    {
        return { .tokens = [this](const std::vector<api::TokenPiece>& pieces) {
                    ++tokenCalls;
                    callTimes.push_back(base::nowNs());
                    for (const api::TokenPiece& piece : pieces)
                        text += piece.text;
                },
            .finished = [this](const api::Answer&) { ++finals; },
            .failed = [this](const base::Error&) { ++finals; },
            .cancelled = [this] { ++finals; } };
    }
};

} // namespace

TEST_CASE("tokens reach the GUI thread at most once a frame and none is lost")
{
    FakeScript script;
    script.answer.clear();
    for (int i = 0; i < 400; ++i)
        script.answer += " word" + std::to_string(i);
    script.tokenDelayUs = 500;
    ui::EngineController controller(std::make_unique<FakeEngineService>(script));
    Record record;
    QObject context;
    controller.submit(api::Generate { .text = "x" }, &context, record.handlers());
    REQUIRE(QTest::qWaitFor([&] { return record.finals > 0; }, 20'000));
    CHECK(record.text == script.answer);
    CHECK(record.tokenCalls < 400);
    for (std::size_t i = 1; i < record.callTimes.size(); ++i)
        REQUIRE(record.callTimes[i] - record.callTimes[i - 1] >= 15'000'000);
}

TEST_CASE("a request ends once, even when the engine says so twice")
{
    FakeScript script;
    script.finalsPerRequest = 2;
    ui::EngineController controller(std::make_unique<FakeEngineService>(script));
    Record record;
    QObject context;
    const api::RequestId request = controller.submit(api::ListDevices {}, &context, record.handlers());
    CHECK(controller.isOpen(request));
    REQUIRE(QTest::qWaitFor([&] { return record.finals > 0; }, 5'000));
    QTest::qWait(60);
    CHECK(record.finals == 1);
    CHECK_FALSE(controller.isOpen(request));
}

TEST_CASE("cancel ends a generation with its text so far, within 100 ms")
{
    FakeScript script;
    script.tokenDelayUs = 20'000;
    ui::EngineController controller(std::make_unique<FakeEngineService>(script));
    Record record;
    QObject context;
    std::optional<api::GenerateResult> result;
    ui::RequestHandlers handlers = record.handlers();
    handlers.finished = [&](const api::Answer& answer) { result = std::get<api::GenerateResult>(answer); };
    const api::RequestId request = controller.submit(api::Generate { .text = "x" }, &context, handlers);
    REQUIRE(QTest::qWaitFor([&] { return record.tokenCalls > 2; }, 5'000));
    const std::int64_t asked = base::nowNs();
    controller.cancel(request);
    REQUIRE(QTest::qWaitFor([&] { return result.has_value(); }, 5'000));
    CHECK(base::nowNs() - asked < 100'000'000);
    CHECK(result->stopReason == api::StopReason::cancelled);
    CHECK(result->text == record.text);
}

TEST_CASE("handlers fall silent when their context is gone")
{
    ui::EngineController controller(std::make_unique<FakeEngineService>());
    Record record;
    auto context = std::make_unique<QObject>();
    const api::RequestId request = controller.submit(api::Generate { .text = "x" }, context.get(), record.handlers());
    context.reset();
    REQUIRE(QTest::qWaitFor([&] { return !controller.isOpen(request); }, 5'000));
    CHECK(record.tokenCalls == 0);
    CHECK(record.finals == 0);
}

TEST_CASE("the controller may go while the engine is at work")
{
    for (int i = 0; i < 20; ++i) {
        auto controller = std::make_unique<ui::EngineController>(std::make_unique<FakeEngineService>(FakeScript { .tokenDelayUs = 50 }));
        controller->submit(api::Generate { .text = "x" });
        QTest::qWait(i % 5);
        controller.reset();
    }
    QTest::qWait(20);
    SUCCEED();
}

TEST_CASE("status and snapshots arrive as signals and are kept for views made later")
{
    ui::EngineController controller(std::make_unique<FakeEngineService>());
    int statuses = 0;
    int snapshots = 0;
    QObject::connect(&controller, &ui::EngineController::statusChanged, &controller, [&](const api::EngineStatus&) { ++statuses; });
    QObject::connect(&controller, &ui::EngineController::snapshotReady, &controller, [&] { ++snapshots; });
    controller.submit(api::WatchProfile { true, 10 });
    controller.submit(api::Generate { .text = "x" });
    // Several may come as one when this thread is late, so it is what they say that is waited for, not how many there are.
    REQUIRE(QTest::qWaitFor([&] { return controller.status().kvUsed > 0 && controller.snapshot() && !controller.snapshot()->steps.empty(); }, 60'000));
    CHECK(statuses > 0);
    CHECK(snapshots > 0);
}
