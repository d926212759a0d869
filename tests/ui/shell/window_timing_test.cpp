#include "tests/ui/shell/window_stage.h"

#include "tests/support/gui_watchdog.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QToolButton>

using namespace cutaway;
using test::FakeScript;
using test::WindowStage;
using test::words;

TEST_CASE("a long conversation shows few widgets, follows its end, and stops following when scrolled up")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.answer = words(300);
    script.tokenDelayUs = 1'000;
    WindowStage stage(script);
    REQUIRE(stage.load());
    std::vector<ui::Message> messages;
    for (std::uint64_t i = 1; i <= 1'000; ++i) {
        ui::Message message;
        message.id = { i };
        message.parent = { i - 1 };
        message.chat = stage.workbench.chat.chat().id;
        message.role = i % 2 ? api::Role::user : api::Role::assistant;
        message.text = QString::fromStdString(words(60));
        messages.push_back(message);
    }
    QElapsedTimer clock;
    clock.start();
    stage.workbench.conversation.reset(messages, { 1'000 });
    QTest::qWait(1);
    CHECK(clock.elapsed() < 500);
    QScrollBar* bar = stage.messages().verticalScrollBar();
    REQUIRE(QTest::qWaitFor([&] { return bar->maximum() > 10'000; }, 2'000));
    CHECK(bar->value() == bar->maximum());
    CHECK(stage.messages().widgetCount() < 30);

    stage.workbench.chat.send(QStringLiteral("go"));
    QTest::qWait(150);
    CHECK(bar->value() == bar->maximum());
    QTest::keyClick(&stage.messages(), Qt::Key_PageUp);
    QTest::qWait(30);
    CHECK_FALSE(stage.messages().isFollowing());
    const int where = bar->value();
    const int before = bar->maximum();
    REQUIRE(QTest::qWaitFor([&] { return bar->maximum() > before; }, 5'000));
    CHECK(bar->value() == where);
    auto* toEnd = stage.messages().findChild<QToolButton*>(QStringLiteral("toEnd"));
    CHECK(toEnd->isVisible());
    QTest::mouseClick(toEnd, Qt::LeftButton);
    CHECK(bar->value() == bar->maximum());
    CHECK(stage.messages().isFollowing());
    REQUIRE(stage.waitForAnswer());
}

TEST_CASE("the window is on screen within a second when there is no model")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    QElapsedTimer clock;
    clock.start();
    const WindowStage stage;
    std::cout << "window on screen after " << clock.elapsed() << " ms\n";
    CHECK(clock.elapsed() < 1'000);
}

TEST_CASE("no handler holds the GUI thread while loading and generating")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.answer = words(1'500);
    script.tokenDelayUs = 1'000;
    WindowStage stage(script);
    stage.window->showView(QStringLiteral("chat"));
    QTest::qWait(300); // the first paint of everything is over
    test::GuiWatchdog watchdog;
    REQUIRE(stage.load());
    stage.workbench.chat.send(QStringLiteral("go"));
    REQUIRE(stage.waitForAnswer());
    watchdog.print();
    CHECK(watchdog.count() > 100);
    CHECK(watchdog.worstCpu().cpuNs < 50'000'000);
}
