#pragma once
#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace cutaway::ui {

class Theme;

/// A block of code in a conversation: its language, a button that copies it, the text in a fixed-width font, never broken.
class CodeBlock : public QFrame {
    Q_OBJECT

public:
    explicit CodeBlock(Theme& theme, QWidget* parent = nullptr);
    /// Text that begins with what is shown is appended.
    void setCode(const QString& code, const QString& language);
    int layOut(int width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copy();

    Theme& m_theme;
    QLabel* m_language = nullptr;
    QToolButton* m_copy = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QString m_code;
};

} // namespace cutaway::ui
