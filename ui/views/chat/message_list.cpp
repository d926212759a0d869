#include "ui/views/chat/message_list.h"

#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kMargin = spacing::huge;
constexpr int kNearEnd = 8;

} // namespace

MessageList::MessageList(Theme& theme, ConversationModel& model, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_theme(theme)
    , m_model(model)
    , m_toEnd(new QToolButton(this))
{
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("messages"));
    viewport()->setObjectName(QStringLiteral("messagesViewport"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Conversation"));
    m_toEnd->setIcon(theme.icon(QStringLiteral("arrow-down"), ColorToken::text));
    m_toEnd->setObjectName(QStringLiteral("toEnd"));
    m_toEnd->setToolTip(tr("Return to the end"));
    m_toEnd->setAccessibleName(tr("Return to the end"));
    m_toEnd->hide();
    connect(m_toEnd, &QToolButton::clicked, this, &MessageList::scrollToEnd);
    m_layoutTimer.setSingleShot(true);
    m_layoutTimer.setInterval(0);
    connect(&m_layoutTimer, &QTimer::timeout, this, &MessageList::layOut);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { QTimer::singleShot(0, this, &MessageList::userScrolled); });
    connect(&model, &QAbstractItemModel::modelReset, this, &MessageList::reset);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) { insert(first, last); });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) { remove(first, last); });
    connect(&model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) { change(first.row()); });
    connect(&theme, &Theme::changed, this, &MessageList::reset);
    reset();
}

/// Of the whole width, so that the column stands above the composer whether or not there is a scroll bar in the margin.
int MessageList::columnWidth() const { return std::max(200, std::min(kColumnWidth, width() - 2 * kMargin)); }

/// Good enough for a scroll bar: the true height is measured when the message comes near the screen.
int MessageList::estimate(int row) const
{
    const Message& message = m_model.at(row);
    constexpr int kLine = 23;
    constexpr int kCharacter = 7;
    const int lines = int(message.text.count(QLatin1Char('\n'))) + int(message.text.size()) * kCharacter / columnWidth() + 1;
    return lines * kLine + 60;
}

void MessageList::reset()
{
    for (auto& [row, widget] : m_widgets)
        widget->deleteLater();
    m_widgets.clear();
    m_rows.clear();
    for (int row = 0; row < m_model.rowCount(); ++row)
        m_rows.push_back({ estimate(row), false });
    updateTops(0);
    m_following = true;
    schedule();
}

void MessageList::insert(int first, int last)
{
    std::map<int, MessageWidget*> moved;
    for (auto& [row, widget] : m_widgets)
        moved[row < first ? row : row + last - first + 1] = widget;
    m_widgets = std::move(moved);
    m_rows.insert(m_rows.begin() + first, std::size_t(last) - std::size_t(first) + 1, Row {});
    for (int row = first; row <= last; ++row)
        m_rows[std::size_t(row)] = { estimate(row), false };
    updateTops(first);
    if (last == m_model.rowCount() - 1)
        m_following = true; // something was sent: show it
    schedule();
}

void MessageList::remove(int first, int last)
{
    std::map<int, MessageWidget*> kept;
    for (auto& [row, widget] : m_widgets) {
        if (row >= first && row <= last)
            widget->deleteLater();
        else
            kept[row < first ? row : row - (last - first + 1)] = widget;
        if (row >= first && row <= last)
            widget->hide();
    }
    m_widgets = std::move(kept);
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
    updateTops(first);
    schedule();
}

void MessageList::change(int row)
{
    m_rows[std::size_t(row)].measured = false;
    if (const auto found = m_widgets.find(row); found != m_widgets.end())
        found->second->setMessage(m_model.at(row), situation ? situation(row) : MessageWidget::Situation {});
    schedule();
}

void MessageList::refresh()
{
    for (auto& [row, widget] : m_widgets) {
        widget->setMessage(m_model.at(row), situation ? situation(row) : MessageWidget::Situation {});
        m_rows[std::size_t(row)].measured = false;
    }
    schedule();
}

void MessageList::updateTops(int from)
{
    m_tops.resize(m_rows.size() + 1);
    m_tops[0] = spacing::small;
    for (std::size_t row = std::size_t(from); row < m_rows.size(); ++row)
        m_tops[row + 1] = m_tops[row] + m_rows[row].height;
}

void MessageList::schedule()
{
    if (!m_layoutTimer.isActive())
        m_layoutTimer.start();
}

int MessageList::rowAt(int y) const
{
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end() - 1, y);
    return std::clamp(int(after - m_tops.begin()) - 1, 0, std::max(0, int(m_rows.size()) - 1));
}

MessageWidget* MessageList::widgetFor(int row)
{
    MessageWidget*& widget = m_widgets[row];
    if (!widget) {
        widget = new MessageWidget(m_theme, viewport());
        widget->setMessage(m_model.at(row), situation ? situation(row) : MessageWidget::Situation {});
        connect(widget, &MessageWidget::actionAsked, this, [this, widget](MessageAction action) {
            if (const int asked = m_model.rowOf(widget->id()); asked >= 0)
                emit actionAsked(asked, action);
        });
        widget->show();
    }
    return widget;
}

void MessageList::measure(int row)
{
    Row& entry = m_rows[std::size_t(row)];
    MessageWidget* widget = widgetFor(row);
    if (entry.measured)
        return;
    const int height = widget->layOut(columnWidth());
    entry.measured = true;
    if (height != entry.height) {
        entry.height = height;
        updateTops(row);
    }
}

/// Measures what is near the screen. What the reader looks at stays where it is: the end when following, else the topmost message.
void MessageList::layOut()
{
    if (m_rows.empty()) {
        verticalScrollBar()->setRange(0, 0);
        m_toEnd->hide();
        return;
    }
    const int height = viewport()->height();
    int anchorRow = rowAt(verticalScrollBar()->value());
    const int offset = verticalScrollBar()->value() - topOf(anchorRow);
    if (m_following) {
        for (int row = int(m_rows.size()) - 1; row >= 0 && contentHeight() - topOf(row) < height * 2 + m_rows[std::size_t(row)].height;
            --row)
            measure(row);
    } else {
        for (int row = anchorRow; row < int(m_rows.size()) && topOf(row) < topOf(anchorRow) + offset + height * 2; ++row)
            measure(row);
    }
    m_placing = true;
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(40);
    verticalScrollBar()->setRange(0, std::max(0, contentHeight() + spacing::large - height));
    verticalScrollBar()->setValue(m_following ? verticalScrollBar()->maximum() : topOf(anchorRow) + offset);
    m_placing = false;
    place();
}

void MessageList::place()
{
    if (m_rows.empty())
        return;
    const int scroll = verticalScrollBar()->value();
    const int height = viewport()->height();
    const int width = columnWidth();
    const int left = (this->width() - width + 1) / 2 - viewport()->x(); // rounded as the composer's layout does
    const int first = std::max(0, rowAt(scroll) - 1);
    int last = first;
    for (int row = first; row < int(m_rows.size()) && topOf(row) < scroll + height + height / 2; ++row) {
        measure(row);
        widgetFor(row)->setGeometry(left, topOf(row) - scroll, width, m_rows[std::size_t(row)].height);
        last = row;
    }
    for (auto it = m_widgets.begin(); it != m_widgets.end();) {
        const bool keep = (it->first >= first && it->first <= last) || it->second->isAncestorOf(focusWidget());
        if (!keep) {
            it->second->hide();
            it->second->deleteLater();
            it = m_widgets.erase(it);
        } else {
            ++it;
        }
    }
    m_toEnd->setVisible(!m_following && scroll < verticalScrollBar()->maximum() - kNearEnd);
    m_toEnd->adjustSize();
    m_toEnd->move((width - m_toEnd->width()) / 2 + left, this->height() - m_toEnd->height() - spacing::medium);
    m_toEnd->raise();
}

void MessageList::scrollToEnd()
{
    m_following = true;
    layOut();
}

void MessageList::userScrolled()
{
    m_following = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - kNearEnd;
    place();
}

void MessageList::scrollContentsBy(int, int)
{
    if (!m_placing)
        place();
}

void MessageList::wheelEvent(QWheelEvent* event)
{
    const int delta = event->pixelDelta().isNull() ? event->angleDelta().y() * 60 / 120 : event->pixelDelta().y();
    verticalScrollBar()->setValue(verticalScrollBar()->value() - delta);
    userScrolled();
    event->accept();
}

void MessageList::keyPressEvent(QKeyEvent* event)
{
    QScrollBar* bar = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Home: bar->setValue(0); break;
    case Qt::Key_End: scrollToEnd(); return;
    case Qt::Key_PageUp: bar->triggerAction(QScrollBar::SliderPageStepSub); break;
    case Qt::Key_PageDown: bar->triggerAction(QScrollBar::SliderPageStepAdd); break;
    case Qt::Key_Up: bar->triggerAction(QScrollBar::SliderSingleStepSub); break;
    case Qt::Key_Down: bar->triggerAction(QScrollBar::SliderSingleStepAdd); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    userScrolled();
}

void MessageList::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        for (Row& row : m_rows)
            row.measured = false;
    }
    layOut();
}

} // namespace cutaway::ui
