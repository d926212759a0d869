#include "ui/shell/main_window.h"

#include "ui/shell/command_palette.h"
#include "ui/shell/load_dialog.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/view_dock.h"
#include "ui/shell/workbench.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace cutaway::ui {
namespace {

Qt::DockWidgetArea areaOf(DockArea area)
{
    switch (area) {
    case DockArea::left: return Qt::LeftDockWidgetArea;
    case DockArea::right: return Qt::RightDockWidgetArea;
    case DockArea::bottom: return Qt::BottomDockWidgetArea;
    case DockArea::centre: break;
    }
    return Qt::NoDockWidgetArea;
}

/// The first local file of a drop.
QString fileIn(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
    }
    return {};
}

} // namespace

MainWindow::MainWindow(Workbench& workbench, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(workbench)
    , m_context(makeContext())
    , m_palette(new CommandPalette(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Cutaway"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    makeActions();
    makeViews();
    makeMenus();
    setStatusBar(new StatusLine(m_context, this));
    m_dockTimer.setSingleShot(true);
    m_dockTimer.setInterval(0);
    connect(&m_dockTimer, &QTimer::timeout, this, &MainWindow::updateDocks);
    connect(&m_workbench.session, &ModelSession::changed, this, [this] {
        const auto& model = m_workbench.session.model();
        setWindowTitle(model ? tr("%1 — Cutaway").arg(QString::fromStdString(model->card.fileName)) : QStringLiteral("Cutaway"));
        m_loadWith->setEnabled(!m_workbench.session.path().isEmpty());
    });
    resize(1280, 800);
    resetLayout();
    m_centre->setFocus();
}

/// The views go before the context that they were given; Qt would delete them after it.
MainWindow::~MainWindow()
{
    for (ViewDock* dock : std::exchange(m_docks, {}))
        delete dock;
    delete takeCentralWidget();
    delete menuWidget();
    delete statusBar();
}

ViewContext MainWindow::makeContext()
{
    Workbench& w = m_workbench;
    return { w.engine, w.session, w.library, w.store, w.chats, w.conversation, w.chat, w.selection, w.profile, w.theme,
        w.paths.starterModel, [this](const QString& id) { showView(id); }, [this] { openModelFile(); },
        [this](const QString& path) { loadModel(path); }, [this](const QString& path) { loadModelWith(path); } };
}

void MainWindow::makeViews()
{
    for (const ViewSpec* spec : views::allViews()) {
        QWidget* view = spec->create(m_context, this);
        if (spec->area == DockArea::centre) {
            m_centre = view;
            setCentralWidget(view);
            m_centreAction = add(QCoreApplication::translate("ViewSpec", spec->title), spec->icon,
                QKeySequence(QLatin1String(spec->shortcut)), [this] { m_centre->setFocus(); });
            continue;
        }
        auto* dock = new ViewDock(*spec, view, m_workbench.theme, this);
        m_docks.push_back(dock);
        const QString id = QString::fromLatin1(spec->id);
        m_showActions.append(
            add(dock->windowTitle(), spec->icon, QKeySequence(QLatin1String(spec->shortcut)), [this, id] { showView(id); }));
        connect(dock, &QDockWidget::dockLocationChanged, &m_dockTimer, qOverload<>(&QTimer::start));
        connect(dock, &QDockWidget::topLevelChanged, &m_dockTimer, qOverload<>(&QTimer::start));
        connect(dock, &QDockWidget::visibilityChanged, &m_dockTimer, qOverload<>(&QTimer::start));
    }
}

QAction* MainWindow::add(const QString& text, const char* icon, const QKeySequence& shortcut, std::function<void()> handler)
{
    auto* action = new QAction(m_workbench.theme.icon(QString::fromLatin1(icon)), text, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, [handler = std::move(handler)] { handler(); });
    return action;
}

void MainWindow::makeActions()
{
    m_open = add(tr("Open a model file…"), "open", QKeySequence(Qt::CTRL | Qt::Key_O), [this] { openModelFile(); });
    m_loadWith = add(tr("Load again with…"), "sampling", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
        [this] { loadModelWith(m_workbench.session.path()); });
    m_loadWith->setEnabled(false);
    m_eject = add(tr("Eject"), "eject", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] { m_workbench.session.unload(); });
    m_eject->setToolTip(tr("Unloads the model and frees its memory"));
    m_quit = add(tr("Quit"), "close", QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    m_paletteAction = add(tr("Command palette…"), "search", QKeySequence(Qt::CTRL | Qt::Key_K), [this] { openPalette(); });
    m_seeInside = add(tr("See inside"), "see-inside", QKeySequence(Qt::CTRL | Qt::Key_I), [] {});
    m_seeInside->setCheckable(true);
    m_seeInside->setToolTip(tr("Shows what the model does while it answers: timeline, operations, memory, placement"));
    connect(m_seeInside, &QAction::triggered, this, &MainWindow::setSeeInside);
    m_nextDock = add(tr("Next dock"), "chevron-right", QKeySequence(Qt::Key_F6), [this] { nextDock(1); });
    m_previousDock = add(tr("Previous dock"), "chevron-left", QKeySequence(Qt::SHIFT | Qt::Key_F6), [this] { nextDock(-1); });
    m_resetLayout = add(tr("Docks back to their places"), "reset", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0), [this] { resetLayout(); });
    m_about = add(tr("About Cutaway"), "system", QKeySequence(Qt::Key_F1), [this] { about(); });
}

void MainWindow::makeMenus()
{
    auto* head = new QWidget(this);
    auto* menuBar = new QMenuBar(head);
    QMenu* file = menuBar->addMenu(tr("&File"));
    file->addActions({ m_open, m_loadWith, m_eject });
    file->addSeparator();
    file->addAction(m_quit);
    QMenu* view = menuBar->addMenu(tr("&View"));
    view->addAction(m_seeInside);
    view->addSeparator();
    view->addAction(m_centreAction);
    view->addActions(m_showActions);
    QMenu* shown = view->addMenu(tr("Docks"));
    for (ViewDock* dock : m_docks)
        shown->addAction(dock->toggleViewAction());
    view->addSeparator();
    view->addActions({ m_nextDock, m_previousDock, m_resetLayout });
    makeThemeMenu(view->addMenu(tr("Theme")));
    QMenu* profiler = nullptr;
    const auto addViewMenu = [&](const QString& title, const QWidget* widget, bool inside) {
        if (widget->actions().isEmpty())
            return;
        if (inside && !profiler)
            profiler = menuBar->addMenu(tr("&Profiler"));
        (inside ? profiler->addMenu(title) : menuBar->addMenu(title))->addActions(widget->actions());
    };
    addViewMenu(m_centreAction->text(), m_centre, false);
    for (ViewDock* dock : m_docks)
        addViewMenu(dock->windowTitle(), dock->widget(), dock->spec().profiler);
    QMenu* help = menuBar->addMenu(tr("&Help"));
    help->addActions({ m_paletteAction, m_about });
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(menuBar);
    column->addWidget(new TopBar(m_context, { m_eject, m_paletteAction, m_seeInside }, head));
    setMenuWidget(head);
}

void MainWindow::makeThemeMenu(QMenu* menu)
{
    struct Choice {
        QString text;
        ThemeMode mode;
    };
    auto* group = new QActionGroup(menu);
    for (const Choice& choice : { Choice { tr("As the system"), ThemeMode::system }, Choice { tr("Light"), ThemeMode::light },
             Choice { tr("Dark"), ThemeMode::dark } }) {
        QAction* action = menu->addAction(choice.text, this, [this, mode = choice.mode] {
            m_workbench.theme.apply(mode);
            m_workbench.settings.setTheme(themeModeName(mode));
        });
        action->setCheckable(true);
        action->setChecked(m_workbench.theme.mode() == choice.mode);
        group->addAction(action);
    }
}

/// Every dock in its first place; tabs in the order of the list, the first in front.
void MainWindow::placeDocks()
{
    std::map<DockArea, ViewDock*> first;
    for (ViewDock* dock : m_docks) {
        dock->setFloating(false);
        addDockWidget(areaOf(dock->spec().area), dock);
        ViewDock*& before = first[dock->spec().area];
        if (before)
            tabifyDockWidget(before, dock);
        else
            before = dock;
    }
    for (const auto& [area, dock] : first)
        dock->raise();
}

void MainWindow::resetLayout()
{
    placeDocks();
    setSeeInside(m_workbench.settings.seeInside());
    for (ViewDock* dock : m_docks) {
        if (!dock->spec().profiler)
            dock->show();
    }
}

void MainWindow::setSeeInside(bool on)
{
    m_seeInside->setChecked(on);
    m_workbench.settings.setSeeInside(on);
    QList<QDockWidget*> right;
    QList<QDockWidget*> bottom;
    QList<QDockWidget*> left;
    std::map<Qt::DockWidgetArea, ViewDock*> first;
    for (ViewDock* dock : m_docks) {
        const Qt::DockWidgetArea area = dockWidgetArea(dock);
        (area == Qt::RightDockWidgetArea ? right : area == Qt::BottomDockWidgetArea ? bottom : left).append(dock);
        if (!dock->spec().profiler)
            continue;
        dock->setVisible(on);
        first.try_emplace(area, dock);
    }
    if (!on)
        return;
    for (const auto& [area, dock] : first)
        dock->raise();
    if (!left.isEmpty())
        resizeDocks({ left.constFirst() }, { std::clamp(width() * 28 / 160, 256, 320) }, Qt::Horizontal);
    if (!right.isEmpty())
        resizeDocks({ right.constFirst() }, { std::clamp(width() * 44 / 160, 320, 480) }, Qt::Horizontal);
    if (!bottom.isEmpty())
        resizeDocks({ bottom.constFirst() }, { height() * 36 / 100 }, Qt::Vertical);
}

/// Titles follow the tabs, and snapshots are asked for while anybody looks.
void MainWindow::updateDocks()
{
    bool watching = false;
    for (ViewDock* dock : m_docks) {
        const QList<QDockWidget*> group = tabifiedDockWidgets(dock);
        const bool tabbed =
            std::any_of(group.begin(), group.end(), [](const QDockWidget* other) { return other->toggleViewAction()->isChecked(); });
        dock->setTabbed(tabbed && !dock->isFloating());
        watching = watching || (dock->spec().profiler && dock->isVisible());
    }
    for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setDrawBase(false);
        bar->setExpanding(false);
        bar->setElideMode(Qt::ElideNone);
        bar->setFocusPolicy(Qt::TabFocus);
    }
    if (std::exchange(m_watching, watching) != watching)
        m_workbench.engine.submit(api::WatchProfile { watching, 10 });
}

void MainWindow::showView(const QString& id)
{
    for (ViewDock* dock : m_docks) {
        if (id != QLatin1String(dock->spec().id))
            continue;
        if (dock->spec().profiler && !m_seeInside->isChecked())
            setSeeInside(true);
        dock->show();
        dock->raise();
        dock->widget()->setFocus();
        return;
    }
    m_centre->setFocus();
}

void MainWindow::nextDock(int step)
{
    std::vector<QWidget*> stops { m_centre };
    for (ViewDock* dock : m_docks) {
        if (!dock->visibleRegion().isEmpty())
            stops.push_back(dock->widget());
    }
    const QWidget* focus = QApplication::focusWidget();
    const auto here =
        std::find_if(stops.begin(), stops.end(), [&](QWidget* stop) { return focus && (stop == focus || stop->isAncestorOf(focus)); });
    const auto count = std::ptrdiff_t(stops.size());
    const std::ptrdiff_t from = here == stops.end() ? 0 : here - stops.begin();
    QWidget* next = stops[std::size_t((from + step + count) % count)];
    next->setFocus(Qt::TabFocusReason);
    if (!next->isAncestorOf(QApplication::focusWidget()) && next != QApplication::focusWidget()) {
        for (QWidget* child : next->findChildren<QWidget*>()) {
            if (child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus)) {
                child->setFocus(Qt::TabFocusReason);
                break;
            }
        }
    }
}

void MainWindow::openPalette()
{
    std::vector<CommandPalette::Entry> entries;
    for (QAction* action : allActions()) {
        if (action->isEnabled() && action != m_paletteAction)
            entries.push_back({ action->text().remove(QLatin1Char('&')), action->shortcut().toString(QKeySequence::NativeText),
                action->icon(), [action] { action->trigger(); } });
    }
    const ModelListModel& models = m_workbench.library.models();
    for (int row = 0; row < models.rowCount(); ++row) {
        const QString path = QString::fromStdString(models.at(row).path);
        entries.push_back({ tr("Load %1").arg(models.index(row).data().toString()), {}, m_workbench.theme.icon(QStringLiteral("models")),
            [this, path] { loadModel(path); } });
    }
    const ChatListModel& chats = m_workbench.chats;
    for (int row = 0; row < chats.rowCount(); ++row) {
        const ChatId id = *chats.chatAt(chats.index(row));
        entries.push_back({ tr("Chat: %1").arg(chats.index(row).data().toString()), {}, m_workbench.theme.icon(QStringLiteral("chat")),
            [this, id] { m_workbench.chat.open(id); } });
    }
    m_palette->open(std::move(entries));
}

QList<QAction*> MainWindow::allActions() const
{
    QList<QAction*> all;
    const auto collect = [&all](const QList<QAction*>& actions, const auto& self) -> void {
        for (QAction* action : actions) {
            if (action->menu())
                self(action->menu()->actions(), self);
            else if (!action->isSeparator() && !all.contains(action))
                all.append(action);
        }
    };
    if (const auto* bar = menuWidget()->findChild<QMenuBar*>())
        collect(bar->actions(), collect);
    return all;
}

void MainWindow::openModelFile()
{
    auto* dialog = new QFileDialog(
        this, tr("Open a model file"), QFileInfo(m_workbench.session.path()).absolutePath(), tr("Models (*.gguf);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::loadModel);
    dialog->open();
}

void MainWindow::openFile(const QString& path)
{
    if (!path.isEmpty())
        loadModel(path);
    showNormal();
    raise();
    activateWindow();
}

void MainWindow::loadModel(const QString& path)
{
    if (!path.isEmpty())
        m_workbench.session.load(QFileInfo(path).absoluteFilePath());
}

void MainWindow::loadModelWith(const QString& path)
{
    if (path.isEmpty())
        return;
    const bool same = path == m_workbench.session.path();
    auto* dialog = new LoadDialog(m_workbench.engine, path, same ? m_workbench.session.options() : api::LoadOptions {}, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, path] { m_workbench.session.load(path, dialog->options()); });
    dialog->open();
}

void MainWindow::about()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About Cutaway"),
        tr("Cutaway %1\n\nA workbench for language models on your own computer: chat with a model, and see inside it while it "
           "runs.\n\nFree software under the GNU "
           "General Public License, version 3 or later.")
            .arg(QCoreApplication::applicationVersion()),
        QMessageBox::Ok, this);
    box.exec();
}

void MainWindow::restoreLayout()
{
    const QByteArray geometry = m_workbench.settings.windowGeometry();
    const QByteArray state = m_workbench.settings.windowState();
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (!state.isEmpty())
        restoreState(state);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_workbench.settings.setWindow(saveGeometry(), saveState());
    m_workbench.chat.keepUnfinished();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        m_dockTimer.start();
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ThemeChange)
        m_workbench.theme.systemChanged();
    return QMainWindow::event(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!fileIn(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

/// A folder is looked through for models, a file is loaded.
void MainWindow::dropEvent(QDropEvent* event)
{
    const QString file = fileIn(event->mimeData());
    if (QFileInfo(file).isDir())
        m_workbench.library.addFolder(file);
    else
        openFile(file);
    event->acceptProposedAction();
}

QMenu* MainWindow::createPopupMenu()
{
    auto* menu = new QMenu(this);
    for (ViewDock* dock : m_docks)
        menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    menu->addAction(m_resetLayout);
    return menu;
}

} // namespace cutaway::ui
