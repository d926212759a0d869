#pragma once
#include <QFrame>
#include <QList>

#include <functional>

class QLabel;
class QToolButton;
class QHBoxLayout;

namespace cutaway::ui {

class Theme;

/// What went wrong, where it went wrong: a sentence, what to do about it, folded details, a button that copies all of it.
class ErrorCard : public QFrame {
    Q_OBJECT

public:
    explicit ErrorCard(Theme& theme, QWidget* parent = nullptr);
    /// @param details  engine text, shown when unfolded; may be empty
    void setError(const QString& sentence, const QString& advice, const QString& details);
    /// A button at the end of the card; the card owns it.
    void addAction(const QString& text, const std::function<void()>& action);
    void clearActions();

private:
    void retheme();
    void copyAll();

    Theme& m_theme;
    QLabel* m_icon = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_advice = nullptr;
    QLabel* m_details = nullptr;
    QToolButton* m_fold = nullptr;
    QHBoxLayout* m_buttons = nullptr;
    QList<QWidget*> m_actions;
};

} // namespace cutaway::ui
