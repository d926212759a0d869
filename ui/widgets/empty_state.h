#pragma once
#include <QIcon>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace cutaway::ui {

/// What a view shows while it has nothing to show: what will appear here, and the action that makes it appear.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    void setIcon(const QIcon& icon);
    /// @param action  label of the button; empty: none
    void setText(const QString& text, const QString& action = {});

signals:
    void triggered();

private:
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace cutaway::ui
