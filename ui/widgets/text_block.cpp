#include "ui/widgets/text_block.h"

#include "ui/widgets/theme.h"

#include <QDesktopServices>
#include <QKeyEvent>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr int kChatPixels = 14;
constexpr double kLinePercent = 130;

} // namespace

TextBlock::TextBlock(Theme& theme, QWidget* parent) : QTextBrowser(parent), m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setObjectName(QStringLiteral("prose"));
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(0);
    QFont font = this->font();
    font.setPixelSize(kChatPixels);
    setFont(font);
    document()->setDefaultFont(font);
    connect(this, &QTextBrowser::anchorClicked, this, &TextBlock::openLink);
}

QVariant TextBlock::loadResource(int, const QUrl&) { return {}; }

void TextBlock::openLink(const QUrl& url)
{
    const QString scheme = url.scheme().toLower();
    if (scheme == QLatin1String("http") || scheme == QLatin1String("https") || scheme == QLatin1String("mailto"))
        QDesktopServices::openUrl(url);
}

void TextBlock::setMarkdownText(const QString& markdown)
{
    document()->setMarkdown(
        markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    style();
}

void TextBlock::setPlain(const QString& text)
{
    setPlainText(text);
    QTextBlockFormat lines;
    lines.setLineHeight(kLinePercent, QTextBlockFormat::ProportionalHeight);
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    all.mergeBlockFormat(lines);
}

/// Qt's Markdown reader has its own idea of sizes and margins; and a picture becomes its description.
void TextBlock::style()
{
    styleTables();
    QTextCursor cursor(document());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QTextCharFormat format = fragment.charFormat();
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            if (format.isImageFormat()) {
                const QString alternative = format.property(QTextFormat::ImageAltText).toString();
                cursor.insertText(QStringLiteral("[%1]").arg(alternative.isEmpty() ? tr("picture") : alternative), QTextCharFormat());
                break; // the fragments of this block have moved
            }
            if (format.fontFixedPitch()) {
                QTextCharFormat code;
                code.setFontFamilies({ m_theme.monospace().family() });
                code.setProperty(QTextFormat::FontPixelSize, kChatPixels - 1);
                code.setBackground(m_theme.color(ColorToken::raised));
                cursor.mergeCharFormat(code);
            }
        }
        QTextBlockFormat blockFormat = block.blockFormat();
        cursor.setPosition(block.position());
        const bool inTable = cursor.currentTable() != nullptr;
        if (blockFormat.intProperty(QTextFormat::BlockQuoteLevel) > 0) {
            QTextCharFormat quiet;
            quiet.setForeground(m_theme.color(ColorToken::textDim));
            cursor.select(QTextCursor::BlockUnderCursor);
            cursor.mergeCharFormat(quiet);
        }
        blockFormat.setLineHeight(kLinePercent, QTextBlockFormat::ProportionalHeight);
        blockFormat.setTopMargin(blockFormat.headingLevel() && block.blockNumber() ? spacing::medium : 0);
        blockFormat.setBottomMargin(inTable ? 0 : block.textList() ? spacing::tiny : block.next().isValid() ? spacing::small : 0);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(blockFormat);
    }
}

void TextBlock::styleTables()
{
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(m_theme.color(ColorToken::line));
        format.setCellPadding(6);
        format.setTopMargin(spacing::tiny);
        format.setBottomMargin(spacing::small);
        table->setFormat(format);
    }
}

int TextBlock::layOut(int width)
{
    if (int(document()->textWidth()) != width)
        document()->setTextWidth(width);
    return int(std::ceil(document()->size().height()));
}

int TextBlock::leadingBelow() const { return int(QFontMetrics(document()->defaultFont()).height() * (kLinePercent - 100) / 100); }

int TextBlock::idealWidth() const
{
    QFontMetrics metrics(document()->defaultFont());
    int widest = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        widest = std::max(widest, metrics.horizontalAdvance(block.text()));
    return widest + 4;
}

void TextBlock::wheelEvent(QWheelEvent* event) { event->ignore(); }

/// Keys that scroll belong to the conversation; those that select and copy stay here.
void TextBlock::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) || event->matches(QKeySequence::SelectAll) || event->modifiers().testFlag(Qt::ShiftModifier))
        QTextBrowser::keyPressEvent(event);
    else
        event->ignore();
}

} // namespace cutaway::ui
