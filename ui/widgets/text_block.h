#pragma once
#include <QTextBrowser>

namespace cutaway::ui {

class Theme;

/// Text in a conversation, as high as it is: Markdown without raw HTML and without pictures from anywhere, or plain text.
class TextBlock : public QTextBrowser {
    Q_OBJECT

public:
    explicit TextBlock(Theme& theme, QWidget* parent = nullptr);
    void setMarkdownText(const QString& markdown);
    void setPlain(const QString& text);
    /// Height at the width, in device-independent pixels.
    int layOut(int width);
    /// Width of the longest line if nothing were broken.
    int idealWidth() const;
    /// Empty pixels under the last line, which come from the distance between lines.
    int leadingBelow() const;

    /// Pictures are never loaded: a text from a model must not reach the network or the disk.
    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void style();
    void styleTables();
    void openLink(const QUrl& url);

    Theme& m_theme;
};

} // namespace cutaway::ui
