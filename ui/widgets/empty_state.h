#pragma once
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace cutaway::ui {

class Theme;

/// What a view shows while it has nothing to show: what will appear here, and the ways to make it appear.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    struct Action {
        QString text;
        std::function<void()> run;
        bool primary = false;
    };

    EmptyState(Theme& theme, const QString& icon, QWidget* parent = nullptr);

    /// @param title    may be empty
    /// @param actions  one button each, the first on top
    void setContent(const QString& title, const QString& text, std::vector<Action> actions = {});

    /// Small, so that a dock with nothing in it can be made as small as any other.
    QSize minimumSizeHint() const override { return { 160, 96 }; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void retheme();
    QPushButton* addButton();

    Theme& m_theme;
    QString m_iconName;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QVBoxLayout* m_column = nullptr; ///< of the buttons
    std::vector<QPushButton*> m_buttons;
    std::vector<Action> m_actions; ///< one a button
};

} // namespace cutaway::ui
