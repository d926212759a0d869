#include "ui/views/models/models_view.h"

#include "ui/bridge/model_library.h"
#include "ui/bridge/model_session.h"
#include "ui/views/models/model_delegate.h"
#include "ui/views/view_context.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace cutaway::ui {

ModelsView::ModelsView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_filter(new QLineEdit(this))
    , m_filtered(new QSortFilterProxyModel(this))
    , m_list(new QListView(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("models"), this))
    , m_scanning(new QLabel(this))
{
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter models"));
    m_filtered->setSourceModel(&context.library.models());
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_filtered);
    m_list->setItemDelegate(new ModelDelegate(context.theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Models"));
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_empty);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, spacing::small, 0, spacing::small);
    column->setSpacing(spacing::small);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(spacing::small, 0, spacing::small, 0);
    top->addWidget(m_filter);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    m_footer = makeFooter();
    column->addWidget(m_footer);
    makeActions();
    fillEmptyState();
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_filter, &QLineEdit::textChanged, this, &ModelsView::updatePage);
    connect(m_list, &QListView::activated, this, [this] { load(currentPath()); });
    connect(m_list, &QListView::customContextMenuRequested, this, &ModelsView::showMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ModelsView::updateActions);
    connect(m_filtered, &QAbstractItemModel::rowsInserted, this, &ModelsView::updatePage);
    connect(m_filtered, &QAbstractItemModel::rowsRemoved, this, &ModelsView::updatePage);
    connect(&context.library, &ModelLibrary::scanningChanged, this, &ModelsView::updateScanning);
    connect(&context.library, &ModelLibrary::sourcesChanged, this, &ModelsView::updateScanning);
    connect(&context.session, &ModelSession::changed, this, [this] {
        const ModelSession& session = m_context.session;
        m_context.library.models().setLoaded(session.state() == ModelSession::State::loaded ? session.path() : QString());
    });
    updatePage();
    updateScanning();
    updateActions();
}

void ModelsView::makeActions()
{
    const auto add = [this](const QString& text, const char* icon, const QKeySequence& shortcut, auto handler) {
        auto* action = new QAction(m_context.theme.icon(QString::fromLatin1(icon)), text, this);
        action->setShortcut(shortcut);
        connect(action, &QAction::triggered, this, handler);
        addAction(action);
        return action;
    };
    m_load = add(tr("Load the selected model"), "models", QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { load(currentPath()); });
    m_loadWith = add(tr("Load with…"), "sampling", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
        [this] { m_context.loadModelWith(currentPath()); });
    m_reveal = add(tr("Show in its folder"), "folder", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
        [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(currentPath()).absolutePath())); });
    m_forget = add(tr("Remove from the list"), "close", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X), [this] { m_context.library.forget(currentPath()); });
    m_addFolder = add(tr("Add a folder of models…"), "plus", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), [this] { addFolder(); });
    add(tr("Look through the folders again"), "regenerate", QKeySequence(Qt::Key_F5), [this] { m_context.library.rescan(); });
}

QWidget* ModelsView::makeFooter()
{
    auto* footer = new QWidget(this);
    auto* folder = new QPushButton(tr("Add folder…"), footer);
    auto* file = new QPushButton(tr("Open file…"), footer);
    folder->setIcon(m_context.theme.icon(QStringLiteral("plus"), ColorToken::accent));
    file->setIcon(m_context.theme.icon(QStringLiteral("open"), ColorToken::accent));
    for (QPushButton* button : { folder, file }) {
        button->setProperty("link", true);
        button->setIconSize(spacing::iconBesideText);
    }
    connect(folder, &QPushButton::clicked, this, &ModelsView::addFolder);
    connect(file, &QPushButton::clicked, this, [this] { m_context.openModelFile(); });
    m_scanning->setProperty("secondary", true);
    m_scanning->setWordWrap(true);
    auto* column = new QVBoxLayout(footer);
    column->setContentsMargins(spacing::medium, 0, spacing::medium, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(folder);
    row->addWidget(file);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(m_scanning);
    return footer;
}

void ModelsView::fillEmptyState()
{
    const bool starter = !m_context.starterModel.isEmpty();
    std::vector<EmptyState::Action> actions;
    if (starter)
        actions.push_back({ tr("Load the starter model"), [this] { load(m_context.starterModel); }, true });
    actions.push_back({ tr("Open a model file…"), m_context.openModelFile, !starter });
    actions.push_back({ tr("Add a folder…"), [this] { addFolder(); } });
    m_empty->setContent(tr("No models yet"),
        tr("Model files that you open, and those in folders that you add, are listed here with their size and whether they fit into "
           "memory."),
        std::move(actions));
}

void ModelsView::updatePage()
{
    const bool none = m_context.library.models().rowCount() == 0;
    m_pages->setCurrentWidget(none ? static_cast<QWidget*>(m_empty) : m_list);
    m_filter->setVisible(!none);
    m_footer->setVisible(!none); // the same ways stand in the middle then
}

void ModelsView::updateScanning()
{
    const qsizetype folders = m_context.library.folders().size();
    m_scanning->setText(m_context.library.isScanning() && folders > 0 ? tr("Looking through the folders…") : QString());
    m_scanning->setVisible(!m_scanning->text().isEmpty());
}

void ModelsView::updateActions()
{
    const bool chosen = !currentPath().isEmpty();
    for (QAction* action : { m_load, m_loadWith, m_reveal, m_forget })
        action->setEnabled(chosen);
}

QString ModelsView::currentPath() const { return m_list->currentIndex().data(ModelListModel::PathRole).toString(); }

void ModelsView::load(const QString& path)
{
    if (!path.isEmpty())
        m_context.loadModel(path);
}

void ModelsView::addFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Add a folder of models"));
    if (!folder.isEmpty())
        m_context.library.addFolder(folder);
}

void ModelsView::showMenu(const QPoint& at)
{
    QMenu menu(this);
    if (m_list->indexAt(at).isValid()) {
        for (QAction* action : { m_load, m_loadWith, m_reveal, m_forget })
            menu.addAction(action);
        menu.addSeparator();
    }
    menu.addAction(m_addFolder);
    for (const QString& folder : m_context.library.folders())
        menu.addAction(
            tr("Remove the folder %1").arg(QFileInfo(folder).fileName()), this, [this, folder] { m_context.library.removeFolder(folder); });
    menu.exec(m_list->viewport()->mapToGlobal(at));
}

} // namespace cutaway::ui
