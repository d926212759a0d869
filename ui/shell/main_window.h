#pragma once
#include "ui/views/view_context.h"
#include "ui/widgets/theme.h"

#include <QMainWindow>
#include <QTimer>

#include <vector>

class QActionGroup;

namespace cutaway::ui {

class CommandPalette;
class ViewDock;
class Workbench;

/// The window: views in docks, menus with every action, the bar above and the line below.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    void showView(const QString& id);
    /// A model file that came from outside: a double-click, a drop, another start of the program.
    void openFile(const QString& path);
    /// Takes the place and the docks of the last run.
    void restoreLayout();
    void resetLayout();
    const std::vector<ViewDock*>& docks() const { return m_docks; }
    /// Every action of the window and of its views, each once.
    QList<QAction*> allActions() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    QMenu* createPopupMenu() override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    ViewContext makeContext();
    void makeViews();
    void makeActions();
    void makeMenus();
    void makeThemeMenu(QMenu* menu);
    void placeDocks();
    void openModelFile();
    void loadModel(const QString& path);
    void loadModelWith(const QString& path);
    void setSeeInside(bool on);
    void nextDock(int step);
    void openPalette();
    void updateDocks();
    void about();
    QAction* add(const QString& text, const char* icon, const QKeySequence& shortcut, std::function<void()> handler);

    Workbench& m_workbench;
    ViewContext m_context;
    std::vector<ViewDock*> m_docks;
    QWidget* m_centre = nullptr;
    QAction* m_centreAction = nullptr;
    QList<QAction*> m_showActions; ///< one a dock
    CommandPalette* m_palette = nullptr;
    QAction* m_open = nullptr;
    QAction* m_loadWith = nullptr;
    QAction* m_eject = nullptr;
    QAction* m_quit = nullptr;
    QAction* m_paletteAction = nullptr;
    QAction* m_seeInside = nullptr;
    QAction* m_nextDock = nullptr;
    QAction* m_previousDock = nullptr;
    QAction* m_resetLayout = nullptr;
    QAction* m_about = nullptr;
    QTimer m_dockTimer;
    bool m_watching = false;
};

} // namespace cutaway::ui
