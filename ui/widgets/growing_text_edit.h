#pragma once
#include <QPlainTextEdit>

namespace cutaway::ui {

/// A text field that grows with its lines up to a limit. Enter submits, Shift+Enter breaks the line; while an input method
/// composes, keys belong to it.
class GrowingTextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit GrowingTextEdit(QWidget* parent = nullptr);
    void setMaximumLines(int lines);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void submitted();
    void escaped();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    int m_maximumLines = 8;
    bool m_composing = false;
};

} // namespace cutaway::ui
