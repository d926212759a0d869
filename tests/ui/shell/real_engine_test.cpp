#include "engine/service/engine.h"
#include "tests/support/fake_profile.h"
#include "tests/support/gui_watchdog.h"
#include "tests/support/hostile_files.h"
#include "tests/ui/shell/window_stage.h"
#include "ui/shell/view_dock.h"

#include <QThread>

#include <algorithm>

using namespace cutaway;

namespace {

constexpr std::int64_t kLongestNs = 50'000'000; ///< for any handler

void checkHandlers(const test::GuiWatchdog& watchdog)
{
    watchdog.print();
    CHECK(watchdog.count() > 100);
    INFO("CPU: " << watchdog.worstCpu().what << "; blocked: " << watchdog.worstBlocked().what);
    CHECK(watchdog.worstCpu().cpuNs < kLongestNs);
    CHECK(watchdog.worstBlocked().blockedNs < kLongestNs);
}

/// One processor is left to the display server: Qt asks it where the pointer is whenever a widget is shown, and waits for the answer. With
/// that server starved the time blocked says nothing of waits of ours.
api::LoadOptions optionsWithOneProcessorFree() { return { .threads = std::max(1, QThread::idealThreadCount() - 1) }; }

/// Loads the starter model and has it answer at length, watched.
void loadAndAnswer(test::EngineWindow& stage, const QString& model)
{
    const test::GuiWatchdog watchdog;
    stage.workbench.session.load(model, optionsWithOneProcessorFree());
    REQUIRE(QTest::qWaitFor([&] { return stage.workbench.chat.canSend(); }, 30'000));
    stage.workbench.chat.setSampling({ .values = { { "temperature", 0 } }, .seed = 1 });
    stage.workbench.chat.send(QStringLiteral("Write a long story about a lighthouse, with a list of its keepers and some Python code."));
    if (!stage.waitForAnswer(6'000))
        stage.workbench.chat.stop();
    REQUIRE(stage.waitForAnswer(2'000));
    CHECK(stage.workbench.conversation.at(1).text.size() > 200);
    checkHandlers(watchdog);
}

} // namespace

TEST_CASE("no handler holds the GUI thread while the engine loads a model and answers")
{
    const auto model = test::starterModel();
    if (!test::hasScreen() || !model)
        CUTAWAY_SKIP("needs a display and the starter model");
    test::EngineWindow stage(service::makeEngineService());
    QTest::qWait(300); // the first paint of everything is over
    loadAndAnswer(stage, QString::fromStdString(model->string()));
}

TEST_CASE("no handler holds the GUI thread while every dock shows the engine at work")
{
    const auto model = test::starterModel();
    if (!test::hasScreen() || !model)
        CUTAWAY_SKIP("needs a display and the starter model");
    test::EngineWindow stage(service::makeEngineService());
    stage.workbench.profile.accept(test::fakeSnapshot({}));
    for (const ui::ViewDock* dock : stage.window->docks()) { // each canvas is exposed once, with contents, before anything is measured
        stage.window->showView(QString::fromLatin1(dock->spec().id));
        QTest::qWait(300);
    }
    stage.window->showView(QStringLiteral("timeline"));
    QTest::qWait(300);
    loadAndAnswer(stage, QString::fromStdString(model->string()));
}

TEST_CASE("after files that were refused the starter model loads and answers")
{
    const auto model = test::starterModel();
    if (!test::hasScreen() || !model)
        CUTAWAY_SKIP("needs a display and the starter model");
    const test::TempDir folder;
    test::EngineWindow stage(service::makeEngineService());
    for (const test::HostileFile& file : test::hostileFiles()) {
        test::writeText(folder.path() / file.name, file.bytes);
        stage.window->openFile(QString::fromStdString((folder.path() / file.name).string()));
        REQUIRE(QTest::qWaitFor([&] { return stage.workbench.session.error().has_value(); }, 20'000));
    }
    REQUIRE(stage.load(QString::fromStdString(model->string()), 30'000));
    stage.workbench.chat.setSampling({ .values = { { "temperature", 0 } }, .seed = 1 });
    stage.workbench.chat.send(QStringLiteral("What is the capital of France?"));
    REQUIRE(stage.waitForAnswer());
    CHECK(stage.workbench.conversation.at(1).text.contains(QStringLiteral("Paris")));
}
