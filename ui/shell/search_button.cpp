#include "ui/shell/search_button.h"

#include "ui/widgets/theme.h"

#include <QStyle>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace cutaway::ui {
namespace {

constexpr int kLeastTextWidth = 60;

} // namespace

SearchButton::SearchButton(const QString& text, const QString& shortcut, QWidget* parent)
    : QPushButton(parent)
    , m_text(text)
    , m_shortcut(shortcut)
{
    setObjectName(QStringLiteral("searchButton"));
    setAccessibleName(text);
    setToolTip(text);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize SearchButton::sizeFor(int textWidth) const
{
    const int shortcutWidth = fontMetrics().horizontalAdvance(m_shortcut);
    return { textWidth + spacing::large + shortcutWidth + 2 * spacing::medium, QPushButton::sizeHint().height() };
}

QSize SearchButton::sizeHint() const { return sizeFor(fontMetrics().horizontalAdvance(m_text) + 1); }

QSize SearchButton::minimumSizeHint() const { return sizeFor(kLeastTextWidth); }

void SearchButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    const QRect inner = rect().adjusted(spacing::medium, 0, -spacing::medium, 0);
    const int shortcutWidth = fontMetrics().horizontalAdvance(m_shortcut);
    const QString text = fontMetrics().elidedText(m_text, Qt::ElideRight, inner.width() - shortcutWidth - spacing::small);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(inner, QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignVCenter, text);
    painter.drawText(inner, QStyle::visualAlignment(layoutDirection(), Qt::AlignRight) | Qt::AlignVCenter, m_shortcut);
}

} // namespace cutaway::ui
