#pragma once
#include "tests/support/catch.h"
#include "tests/support/view_stage.h"
#include "ui/shell/main_window.h"
#include "ui/views/chat/message_list.h"

#include <QGuiApplication>
#include <QTest>

namespace cutaway::test {

/// False on the platform without a display, where Qt's OpenGL widgets end the process.
inline bool hasScreen() { return QGuiApplication::platformName() != QLatin1String("offscreen"); }

/// The whole window on an engine. @pre hasScreen()
struct EngineWindow {
    explicit EngineWindow(std::unique_ptr<api::EngineService> service)
        : workbench(std::move(service), pathsIn(folder))
    {
        workbench.theme.apply(ui::ThemeMode::dark);
        window = std::make_unique<ui::MainWindow>(workbench);
        window->resize(1280, 800);
        window->show();
        workbench.start();
        REQUIRE(QTest::qWaitForWindowExposed(window.get()));
    }
    /// Opens the file as a double-click does; false when it cannot be chatted with.
    bool load(const QString& path, int milliseconds = 5'000)
    {
        window->openFile(path);
        return QTest::qWaitFor([this] { return workbench.chat.canSend(); }, milliseconds);
    }
    bool waitForAnswer(int milliseconds = 60'000)
    {
        return QTest::qWaitFor([this] { return !workbench.chat.isGenerating(); }, milliseconds);
    }
    ui::MessageList& messages() const { return *window->findChild<ui::MessageList*>(); }

    TempDir folder;
    ui::Workbench workbench;
    std::unique_ptr<ui::MainWindow> window;
};

/// The whole window on a fake engine. @pre hasScreen()
struct WindowStage : EngineWindow {
    explicit WindowStage(const FakeScript& script = {})
        : EngineWindow(std::make_unique<FakeEngineService>(script))
    {
    }
    bool load() { return EngineWindow::load(QStringLiteral("/models/starter.gguf")); }
};

inline std::string words(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i % 40 == 39 ? "\n\nword" : " word") + std::to_string(i);
    return text;
}

} // namespace cutaway::test
