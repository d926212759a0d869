#pragma once
#include <QFrame>

class QLabel;
class QToolButton;
class QMenu;
class QHBoxLayout;

namespace cutaway::ui {

class GrowingTextEdit;
class Theme;

/// Where a message is written: the field, the buttons of what goes with it, how full the context is, send or stop.
class Composer : public QFrame {
    Q_OBJECT

public:
    explicit Composer(Theme& theme, QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);
    /// The field takes text always; `whyNot` says why it cannot be sent now, empty when it can.
    void setSendable(const QString& whyNot);
    void setGenerating(bool generating);
    void setPlaceholder(const QString& text);
    void setHint(const QString& text); ///< a line above the field, with a button that ends it; empty: none
    void setContext(std::int64_t used, std::int64_t total);
    /// A button in the lower row that unfolds the panel above it; the panel stays the caller's.
    QToolButton* addPanel(const QString& text, const char* icon, QWidget* panel);
    void focusText();

signals:
    void sendAsked(const QString& text);
    void stopAsked();
    void hintClosed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void retheme();
    void submit();
    void updateButton();

    Theme& m_theme;
    GrowingTextEdit* m_field = nullptr;
    QLabel* m_hint = nullptr;
    QToolButton* m_closeHint = nullptr;
    QHBoxLayout* m_tools = nullptr;
    QLabel* m_context = nullptr;
    QWidget* m_gauge = nullptr;
    QToolButton* m_send = nullptr;
    QString m_whyNot;
    bool m_generating = false;
};

} // namespace cutaway::ui
