#include "ui/widgets/code_block.h"

#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace cutaway::ui {
namespace {

constexpr int kTextMargin = 8;

} // namespace

CodeBlock::CodeBlock(Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_language(new QLabel(this))
    , m_copy(new QToolButton(this))
    , m_text(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("codeBlock"));
    m_language->setProperty("secondary", true);
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copies the code"));
    m_copy->setIcon(theme.icon(QStringLiteral("copy")));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_copy, &QToolButton::clicked, this, &CodeBlock::copy);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(theme.monospace(13));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setUndoRedoEnabled(false);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(0);
    m_text->setTabStopDistance(4 * QFontMetricsF(m_text->font()).horizontalAdvance(QLatin1Char(' ')));
    m_text->setAccessibleName(tr("Code"));
    m_text->viewport()->installEventFilter(this);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(spacing::medium, spacing::tiny, spacing::tiny, 0);
    top->addWidget(m_language);
    top->addStretch();
    top->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_text);
}

void CodeBlock::setCode(const QString& code, const QString& language)
{
    m_language->setText(language.isEmpty() ? tr("code") : language);
    QString shown = code;
    while (shown.endsWith(QLatin1Char('\n')))
        shown.chop(1);
    if (shown.startsWith(m_code) && !m_code.isEmpty()) {
        QTextCursor end(m_text->document());
        end.movePosition(QTextCursor::End);
        end.insertText(shown.mid(m_code.size()));
    } else {
        m_text->setPlainText(shown);
    }
    m_code = shown;
}

int CodeBlock::layOut(int)
{
    const int lines = m_text->document()->blockCount();
    const int barSpace = m_text->horizontalScrollBar()->sizeHint().height();
    const int textHeight = lines * QFontMetrics(m_text->font()).lineSpacing() + 2 * kTextMargin + barSpace;
    m_text->setFixedHeight(textHeight);
    return textHeight + m_copy->sizeHint().height() + spacing::tiny;
}

/// The wheel scrolls the conversation, unless it turns sideways.
bool CodeBlock::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && static_cast<QWheelEvent*>(event)->angleDelta().x() == 0) {
        QApplication::sendEvent(parentWidget(), event);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void CodeBlock::copy() { QApplication::clipboard()->setText(m_code); }

} // namespace cutaway::ui
