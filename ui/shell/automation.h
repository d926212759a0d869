#pragma once
#include "ui/shell/window_options.h"

#include <QObject>
#include <QTimer>

namespace cutaway::ui {

class MainWindow;
class Workbench;

/// What the command line asked to be done in the window: send a prompt, take a picture, leave.
class Automation : public QObject {
    Q_OBJECT

public:
    Automation(Workbench& workbench, MainWindow& window, const WindowOptions& options, QObject* parent = nullptr);

signals:
    /// @param exitCode  0; 1 when the model did not load or the picture could not be written
    void done(int exitCode);

private:
    void modelChanged();
    void answerChanged();
    void finishSoon(bool ok);
    void finish();

    Workbench& m_workbench;
    MainWindow& m_window;
    WindowOptions m_options;
    bool m_sent = false;
    bool m_ok = true;
    QTimer m_settle;
};

} // namespace cutaway::ui
