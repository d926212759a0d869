#pragma once
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStackedWidget;

namespace cutaway::ui {

class EmptyState;
struct ViewContext;

/// The model files: filter, list, and how more are added.
class ModelsView : public QWidget {
    Q_OBJECT

public:
    explicit ModelsView(ViewContext& context, QWidget* parent = nullptr);

private:
    void makeActions();
    QWidget* makeFooter();
    void fillEmptyState();
    void updatePage();
    void updateScanning();
    void updateActions();
    QString currentPath() const;
    void load(const QString& path);
    void addFolder();
    void showMenu(const QPoint& at);

    ViewContext& m_context;
    QLineEdit* m_filter = nullptr;
    QSortFilterProxyModel* m_filtered = nullptr;
    QListView* m_list = nullptr;
    QStackedWidget* m_pages = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_scanning = nullptr;
    QWidget* m_footer = nullptr;
    QAction* m_load = nullptr;
    QAction* m_loadWith = nullptr;
    QAction* m_reveal = nullptr;
    QAction* m_forget = nullptr;
    QAction* m_addFolder = nullptr;
};

} // namespace cutaway::ui
