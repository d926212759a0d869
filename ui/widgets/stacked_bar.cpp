#include "ui/widgets/stacked_bar.h"

#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace cutaway::ui {
namespace {

constexpr int kHeight = 18;
constexpr double kGap = 1;
/// A part that is there is seen, however small its share.
constexpr double kNarrowest = 3;

} // namespace

StackedBar::StackedBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void StackedBar::setParts(std::vector<Part> parts, double whole, const QColor& ground)
{
    std::erase_if(parts, [](const Part& part) { return part.amount <= 0; });
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0, [](double total, const Part& part) { return total + part.amount; });
    m_parts = std::move(parts);
    m_whole = std::max(whole, sum);
    m_ground = ground;
    QStringList names;
    for (const Part& part : m_parts)
        names << part.name;
    setAccessibleDescription(names.join(QStringLiteral("; ")));
    update();
}

QSize StackedBar::sizeHint() const { return { 120, kHeight }; }

std::pair<double, double> StackedBar::extent(std::size_t index) const
{
    double from = 0;
    for (std::size_t i = 0;; ++i) {
        const double share = m_whole > 0 ? m_parts[i].amount / m_whole * width() : 0;
        const double to = from + std::max(share, kNarrowest);
        if (i == index)
            return { from, std::min(to, double(width())) };
        from = to;
    }
}

void StackedBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(rect(), spacing::radiusItem, spacing::radiusItem);
    painter.setClipPath(shape);
    painter.fillRect(rect(), m_ground);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        auto [from, to] = extent(i);
        if (layoutDirection() == Qt::RightToLeft)
            std::tie(from, to) = std::pair(width() - to, width() - from);
        painter.fillRect(QRectF(from, 0, std::max(1.0, to - from - kGap), height()), m_parts[i].color);
    }
}

bool StackedBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const double x = layoutDirection() == Qt::RightToLeft ? width() - help->pos().x() : help->pos().x();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto [from, to] = extent(i);
        if (x >= from && x < to) {
            QToolTip::showText(help->globalPos(), m_parts[i].name, this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace cutaway::ui
