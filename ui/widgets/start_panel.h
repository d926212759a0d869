#pragma once
#include <QWidget>

#include <functional>

class QLabel;
class QVBoxLayout;

namespace cutaway::ui {

class Theme;

/// What stands where a first step is to be made: a title, what will appear, and one or more ways to begin.
class StartPanel : public QWidget {
    Q_OBJECT

public:
    StartPanel(Theme& theme, const QString& icon, QWidget* parent = nullptr);
    void setTexts(const QString& title, const QString& text);
    void clearActions();
    void addAction(const QString& text, bool primary, const std::function<void()>& action);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void retheme();

    Theme& m_theme;
    QString m_iconName;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QVBoxLayout* m_actions = nullptr;
};

} // namespace cutaway::ui
