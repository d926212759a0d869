#include "ui/views/chats/chats_view.h"

#include "ui/bridge/chat_session.h"
#include "ui/models/chat_list_model.h"
#include "ui/models/chat_store.h"
#include "ui/views/chats/chat_delegate.h"
#include "ui/views/view_context.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kSearchDelayMs = 150; ///< a pause in typing

} // namespace

ChatsView::ChatsView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("chats"), this))
{
    m_search->setPlaceholderText(tr("Search titles and texts"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search chats"));
    m_list->setModel(&context.chats);
    m_list->setItemDelegate(new ChatDelegate(context.theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Chats"));
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_empty);
    makeActions();
    auto* fresh = new QPushButton(tr("New chat"), this);
    fresh->setIcon(context.theme.icon(QStringLiteral("plus")));
    fresh->setIconSize(spacing::iconBesideText);
    connect(fresh, &QPushButton::clicked, &context.chat, &ChatSession::newChat);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(spacing::small, 0, spacing::small, 0);
    top->addWidget(m_search);
    top->addWidget(fresh);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, spacing::small, 0, spacing::small);
    column->setSpacing(spacing::small);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    column->addWidget(makeUndoBar());
    m_searchTimer.setSingleShot(true);
    m_searchTimer.setInterval(kSearchDelayMs);
    connect(&m_searchTimer, &QTimer::timeout, this, &ChatsView::search);
    connect(m_search, &QLineEdit::textChanged, &m_searchTimer, qOverload<>(&QTimer::start));
    connect(m_list, &QListView::clicked, this, &ChatsView::openCurrent);
    connect(m_list, &QListView::activated, this, &ChatsView::openCurrent);
    connect(m_list, &QListView::customContextMenuRequested, this, &ChatsView::showMenu);
    connect(&context.chat, &ChatSession::chatChanged, this, &ChatsView::markCurrent);
    connect(&context.chats, &QAbstractItemModel::modelReset, this, &ChatsView::updatePage);
    connect(&context.chats, &QAbstractItemModel::rowsInserted, this, &ChatsView::updatePage);
    connect(&context.chats, &QAbstractItemModel::rowsRemoved, this, &ChatsView::updatePage);
    updatePage();
}

void ChatsView::makeActions()
{
    const auto add = [this](const QString& text, const char* icon, const QKeySequence& shortcut, auto handler) {
        auto* action = new QAction(m_context.theme.icon(QString::fromLatin1(icon)), text, this);
        action->setShortcut(shortcut);
        connect(action, &QAction::triggered, this, handler);
        addAction(action);
        return action;
    };
    add(tr("New chat"), "plus", QKeySequence(Qt::CTRL | Qt::Key_N), [this] { m_context.chat.newChat(); });
    m_rename = add(tr("Rename the chat"), "rename", QKeySequence(Qt::Key_F2), [this] {
        m_context.showView(QStringLiteral("chats"));
        m_list->edit(m_list->currentIndex());
    });
    m_remove = add(tr("Move the chat to the trash"), "trash", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace), [this] {
        if (const auto chat = m_context.chats.chatAt(m_list->currentIndex()))
            m_context.chat.removeChat(*chat);
    });
    m_undo = add(tr("Undo the deletion"), "undo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] { m_context.chat.undo(); });
    m_undo->setEnabled(false);
    add(tr("Search the chats"), "search", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), [this] {
        m_context.showView(QStringLiteral("chats"));
        m_search->setFocus(Qt::ShortcutFocusReason);
    });
}

QFrame* ChatsView::makeUndoBar()
{
    m_undoBar = new QFrame(this);
    m_undoBar->setObjectName(QStringLiteral("card"));
    auto* text = new QLabel(tr("Moved to the trash"), m_undoBar);
    auto* undo = new QPushButton(tr("Undo"), m_undoBar);
    connect(undo, &QPushButton::clicked, &m_context.chat, &ChatSession::undo);
    auto* row = new QHBoxLayout(m_undoBar);
    row->setContentsMargins(spacing::medium, spacing::tiny, spacing::tiny, spacing::tiny);
    row->addWidget(text, 1);
    row->addWidget(undo);
    m_undoBar->hide();
    connect(&m_context.chat, &ChatSession::trashChanged, this, [this] {
        m_undoBar->setVisible(m_context.chat.canUndo());
        m_undo->setEnabled(m_context.chat.canUndo());
    });
    return m_undoBar;
}

void ChatsView::search()
{
    const QString text = m_search->text().trimmed();
    if (text.isEmpty()) {
        m_context.chats.setMatches(std::nullopt);
        markCurrent();
        return;
    }
    m_context.store.search(text, this, [this, text](std::vector<ChatId> found) {
        if (m_search->text().trimmed() != text)
            return;
        m_context.chats.setMatches(std::move(found));
        markCurrent();
    });
}

void ChatsView::openCurrent()
{
    if (const auto chat = m_context.chats.chatAt(m_list->currentIndex()))
        m_context.chat.open(*chat);
}

void ChatsView::markCurrent()
{
    const QModelIndex index = m_context.chats.indexOf(m_context.chat.chat().id);
    m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    updatePage();
}

void ChatsView::updatePage()
{
    const bool none = m_context.chats.rowCount() == 0;
    const bool searching = !m_search->text().trimmed().isEmpty();
    m_empty->setContent(searching ? tr("Nothing found") : tr("No chats yet"),
        searching ? tr("No title and no message contains this text.") : tr("Every chat is kept on this computer and listed here by day."));
    m_pages->setCurrentWidget(none ? static_cast<QWidget*>(m_empty) : m_list);
    m_search->setVisible(searching || m_context.chats.total() > 0);
    m_rename->setEnabled(!none);
    m_remove->setEnabled(!none);
}

void ChatsView::showMenu(const QPoint& at)
{
    if (!m_list->indexAt(at).isValid())
        return;
    QMenu menu(this);
    menu.addAction(m_rename);
    menu.addAction(m_remove);
    menu.exec(m_list->viewport()->mapToGlobal(at));
}

} // namespace cutaway::ui
