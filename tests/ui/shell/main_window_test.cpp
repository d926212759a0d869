#include "tests/ui/shell/window_stage.h"

#include "tests/support/fake_profile.h"
#include "ui/shell/view_dock.h"
#include "ui/views/chat/composer.h"
#include "ui/views/chat/message_widget.h"
#include "ui/views/view_spec.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTranslator>
#include <QWindow>

#include <map>
#include <set>

using namespace cutaway;
using test::FakeScript;
using test::WindowStage;
using test::words;

TEST_CASE("every view of the registry has an id, a title, an icon and a shortcut, each its own")
{
    std::set<std::string> ids;
    std::set<std::string> shortcuts;
    int centres = 0;
    REQUIRE_FALSE(ui::views::allViews().empty());
    for (const ui::ViewSpec* spec : ui::views::allViews()) {
        INFO(spec->id);
        CHECK(ids.insert(spec->id).second);
        CHECK_FALSE(QString::fromLatin1(spec->title).isEmpty());
        CHECK(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(spec->icon))));
        CHECK_FALSE(QKeySequence(QLatin1String(spec->shortcut)).isEmpty());
        CHECK(shortcuts.insert(spec->shortcut).second);
        centres += spec->area == ui::DockArea::centre;
    }
    CHECK(centres == 1);
}

TEST_CASE("every action has a text, stands in a menu and has a shortcut, which no two share")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const WindowStage stage;
    std::map<QString, QString> owner;
    const QList<QAction*> actions = stage.window->allActions();
    CHECK(actions.size() > 20);
    for (const QAction* action : actions) {
        CHECK_FALSE(action->text().isEmpty());
        INFO(action->text().toStdString());
        const bool choice = action->isCheckable() && action->shortcut().isEmpty(); // a dock or a theme in a menu of its own
        CHECK((choice || !action->shortcut().isEmpty()));
        if (action->shortcut().isEmpty() || action->shortcutContext() != Qt::WindowShortcut)
            continue;
        const QString key = action->shortcut().toString();
        INFO(key.toStdString() << ": " << action->text().toStdString() << " and " << owner[key].toStdString());
        CHECK(owner[key].isEmpty());
        owner[key] = action->text();
    }
}

TEST_CASE("every view opens empty, huge, and closes while an answer is written")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.answer = words(400);
    script.tokenDelayUs = 2'000;
    WindowStage stage(script);
    for (const ui::ViewSpec* spec : ui::views::allViews())
        stage.window->showView(QString::fromLatin1(spec->id));
    QTest::qWait(50);
    stage.workbench.profile.accept(test::fakeSnapshot({ .layers = 80, .lanes = 32, .steps = 60 }));
    for (const ui::ViewSpec* spec : ui::views::allViews()) {
        stage.window->showView(QString::fromLatin1(spec->id));
        QTest::qWait(30);
    }
    REQUIRE(stage.load());
    stage.workbench.chat.send(QStringLiteral("go"));
    QTest::qWait(100);
    stage.window.reset();
    CHECK(stage.workbench.chat.isGenerating());
}

TEST_CASE("every button and field has an accessible name or a text, and can be reached by key")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const WindowStage stage;
    for (const QWidget* widget : stage.window->findChildren<QWidget*>()) {
        const bool interesting = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QPlainTextEdit*>(widget);
        if (!interesting || !widget->isVisible() || widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QTabBar"))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        INFO(widget->metaObject()->className() << " " << widget->objectName().toStdString() << " in "
                                               << (widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : ""));
        CHECK((named || widget->parentWidget()->inherits("QTabBar") || widget->parentWidget()->inherits("QMenuBar")
            || widget->parentWidget()->inherits("QLineEdit")));
    }
}

TEST_CASE("See inside shows and hides the profiler's docks and is remembered")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    WindowStage stage;
    const auto visible = [&] {
        int count = 0;
        for (const ui::ViewDock* dock : stage.window->docks())
            count += dock->spec().profiler && !dock->isHidden();
        return count;
    };
    CHECK(visible() == 0);
    stage.window->showView(QStringLiteral("timeline"));
    CHECK(visible() > 0);
    CHECK(stage.workbench.settings.seeInside());
}

TEST_CASE("an error of loading is shown in the window, which stays usable")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.loadError =
        base::Error { base::ErrorCode::corruptFile, "tensor blk.0.ffn_down.weight is missing", "a.gguf", "Download the file again." };
    WindowStage stage(script);
    stage.window->openFile(QStringLiteral("/models/broken.gguf"));
    REQUIRE(QTest::qWaitFor([&] { return stage.workbench.session.error().has_value(); }, 5'000));
    QTest::qWait(20);
    bool shown = false;
    for (const QWidget* card : stage.window->findChildren<QWidget*>(QStringLiteral("card")))
        shown = shown || (card->isVisible() && card->accessibleName().contains(QStringLiteral("broken.gguf")));
    CHECK(shown);
    CHECK_FALSE(stage.workbench.chat.canSend());
}

TEST_CASE("Enter sends, Shift+Enter breaks the line, Escape stops")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.tokenDelayUs = 20'000;
    WindowStage stage(script);
    REQUIRE(stage.load());
    auto* field = stage.window->findChild<QPlainTextEdit*>(QStringLiteral("composerField"));
    QTest::keyClicks(field, QStringLiteral("one"));
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(field, QStringLiteral("two"));
    CHECK(stage.workbench.conversation.rowCount() == 0);
    QTest::keyClick(field, Qt::Key_Return);
    REQUIRE(stage.workbench.conversation.rowCount() == 2);
    CHECK(stage.workbench.conversation.at(0).text == QStringLiteral("one\ntwo"));
    CHECK(field->toPlainText().isEmpty());
    QTest::keyClick(field, Qt::Key_Escape);
    REQUIRE(stage.waitForAnswer(2'000));
    CHECK(stage.workbench.conversation.at(1).state == ui::MessageState::stopped);
}

TEST_CASE("a translation reaches every action of the window")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const ui::Theme resources; // the first theme makes the program's files readable
    QTranslator translator;
    REQUIRE(translator.load(QStringLiteral(":/i18n/cutaway_bg.qm")));
    QCoreApplication::installTranslator(&translator);
    {
        const WindowStage stage;
        const QRegularExpression cyrillic(QStringLiteral("[\\x{0400}-\\x{04FF}]"));
        for (const QAction* action : stage.window->allActions()) {
            INFO(action->text().toStdString());
            CHECK(action->text().contains(cyrillic));
        }
    }
    QCoreApplication::removeTranslator(&translator);
}

TEST_CASE("the whole window fits a screen of 1280 x 720 in every language, with a model and with everything inside shown")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const ui::Theme resources;
    const QSize screen(1280, 720);
    for (const QString& language : { QString(), QStringLiteral(":/i18n/cutaway_bg.qm"), QStringLiteral(":/i18n/cutaway_zh_CN.qm") }) {
        INFO(language.toStdString());
        QTranslator translator;
        REQUIRE((language.isEmpty() || translator.load(language)));
        QCoreApplication::installTranslator(&translator);
        {
            WindowStage stage;
            stage.window->resize(screen);
            stage.window->showView(QStringLiteral("timeline"));
            QTest::qWait(20);
            CHECK(stage.window->size() == screen);
            REQUIRE(stage.load());
            stage.workbench.chat.send(QStringLiteral("go"));
            REQUIRE(stage.waitForAnswer());
            QTest::qWait(20);
            CHECK(stage.window->size() == screen);
        }
        QCoreApplication::removeTranslator(&translator);
    }
}

TEST_CASE("messages stand exactly above the composer, with a scroll bar and without")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    FakeScript script;
    script.tokenDelayUs = 0;
    for (const int length : { 5, 2'000 }) {
        script.answer = words(length);
        WindowStage stage(script);
        REQUIRE(stage.load());
        stage.workbench.chat.send(QStringLiteral("go"));
        REQUIRE(stage.waitForAnswer());
        QTest::qWait(50);
        CHECK(stage.messages().verticalScrollBar()->isVisible() == (length > 1'000));
        const auto* composer = stage.window->findChild<ui::Composer*>();
        const auto* message = stage.messages().findChild<ui::MessageWidget*>();
        CHECK(message->mapToGlobal(QPoint()).x() == composer->mapToGlobal(QPoint()).x());
        CHECK(message->width() == composer->width());
    }
}

TEST_CASE("the window tells the theme when the desktop changes its colours")
{
    if (!test::hasScreen())
        CUTAWAY_SKIP("needs a display");
    const WindowStage stage;
    int changes = 0;
    QObject::connect(&stage.workbench.theme, &ui::Theme::changed, stage.window.get(), [&] { ++changes; });
    QEvent changed(QEvent::ThemeChange);
    QCoreApplication::sendEvent(stage.window->windowHandle(), &changed);
    CHECK(changes == 1);
}
