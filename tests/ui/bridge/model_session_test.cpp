#include "tests/support/catch.h"
#include "tests/support/fake_engine_service.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"

#include <QTest>

using namespace cutaway;
using State = ui::ModelSession::State;

TEST_CASE("a model loads with progress and unloads")
{
    ui::EngineController engine(std::make_unique<test::FakeEngineService>());
    ui::ModelSession session(engine);
    double last = 0;
    bool backwards = false;
    QObject::connect(&session, &ui::ModelSession::progressChanged, &session, [&] {
        backwards = backwards || session.progress() < last;
        last = session.progress();
    });
    session.load(QStringLiteral("/models/a.gguf"));
    CHECK(session.state() == State::loading);
    REQUIRE(QTest::qWaitFor([&] { return session.state() == State::loaded; }, 5'000));
    CHECK(last > 0);
    CHECK_FALSE(backwards);
    CHECK(session.model()->context == 4096);
    session.unload();
    REQUIRE(QTest::qWaitFor([&] { return session.state() == State::empty; }, 5'000));
    CHECK_FALSE(session.model());
}

TEST_CASE("a failed load keeps its error until the next one, a cancelled load has none")
{
    test::FakeScript script;
    script.loadMs = 200;
    SECTION("failed")
    {
        script.loadError = base::Error { base::ErrorCode::corruptFile, "tensor blk.0.ffn_down.weight is missing", "a.gguf", "Download the file again." };
        ui::EngineController engine(std::make_unique<test::FakeEngineService>(script));
        ui::ModelSession session(engine);
        session.load(QStringLiteral("/models/a.gguf"));
        REQUIRE(QTest::qWaitFor([&] { return session.state() == State::empty; }, 5'000));
        REQUIRE(session.error());
        CHECK(session.error()->message == script.loadError->message);
        session.load(QStringLiteral("/models/b.gguf"));
        CHECK_FALSE(session.error());
    }
    SECTION("cancelled")
    {
        ui::EngineController engine(std::make_unique<test::FakeEngineService>(script));
        ui::ModelSession session(engine);
        session.load(QStringLiteral("/models/a.gguf"));
        QTest::qWait(30);
        session.cancelLoad();
        REQUIRE(QTest::qWaitFor([&] { return session.state() == State::empty; }, 5'000));
        CHECK_FALSE(session.error());
    }
}

TEST_CASE("a second load overtakes the first, whose end changes nothing")
{
    ui::EngineController engine(std::make_unique<test::FakeEngineService>(test::FakeScript { .loadMs = 150 }));
    ui::ModelSession session(engine);
    session.load(QStringLiteral("/models/a.gguf"));
    QTest::qWait(20);
    session.load(QStringLiteral("/models/b.gguf"));
    bool wasEmpty = false;
    QObject::connect(&session, &ui::ModelSession::changed, &session, [&] { wasEmpty = wasEmpty || session.state() == State::empty; });
    REQUIRE(QTest::qWaitFor([&] { return session.state() == State::loaded; }, 5'000));
    CHECK_FALSE(wasEmpty);
    CHECK(session.model()->card.path == "/models/b.gguf");
}
