#pragma once
#include <QTimer>
#include <QWidget>

class QAction;
class QFrame;
class QLabel;
class QLineEdit;
class QListView;
class QStackedWidget;

namespace cutaway::ui {

class EmptyState;
struct ViewContext;

/// The chats by day: search, open, rename, delete to the trash and back.
class ChatsView : public QWidget {
    Q_OBJECT

public:
    explicit ChatsView(ViewContext& context, QWidget* parent = nullptr);

private:
    void makeActions();
    QFrame* makeUndoBar();
    void search();
    void openCurrent();
    void markCurrent();
    void updatePage();
    void showMenu(const QPoint& at);

    ViewContext& m_context;
    QLineEdit* m_search = nullptr;
    QListView* m_list = nullptr;
    QStackedWidget* m_pages = nullptr;
    EmptyState* m_empty = nullptr;
    QFrame* m_undoBar = nullptr;
    QTimer m_searchTimer;
    QAction* m_rename = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_undo = nullptr;
};

} // namespace cutaway::ui
