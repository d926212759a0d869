#include "ui/widgets/growing_text_edit.h"

#include <QAbstractTextDocumentLayout>
#include <QInputMethodEvent>
#include <QKeyEvent>

#include <algorithm>

namespace cutaway::ui {

GrowingTextEdit::GrowingTextEdit(QWidget* parent) : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    document()->setDocumentMargin(2);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, &GrowingTextEdit::fit);
}

void GrowingTextEdit::setMaximumLines(int lines)
{
    m_maximumLines = lines;
    fit();
}

/// QPlainTextEdit measures its document in lines.
QSize GrowingTextEdit::sizeHint() const
{
    const int lines = std::clamp(int(document()->size().height()), 1, m_maximumLines);
    return { 200, lines * fontMetrics().lineSpacing() + 2 * int(document()->documentMargin()) + 4 };
}

void GrowingTextEdit::fit()
{
    const bool full = int(document()->size().height()) > m_maximumLines;
    setVerticalScrollBarPolicy(full ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    updateGeometry();
}

void GrowingTextEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fit();
}

void GrowingTextEdit::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

void GrowingTextEdit::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !m_composing && !event->modifiers().testFlag(Qt::ShiftModifier)) {
        emit submitted();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Escape && !m_composing) {
        emit escaped();
        event->accept();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

} // namespace cutaway::ui
