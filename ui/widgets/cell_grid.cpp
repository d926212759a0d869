#include "ui/widgets/cell_grid.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr int kRows = 8;
constexpr int kPitch = 9;
constexpr int kCell = 7;

} // namespace

CellGrid::CellGrid(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void CellGrid::setFill(std::int64_t used, std::int64_t capacity)
{
    if (m_used == used && m_capacity == capacity)
        return;
    m_used = used;
    m_capacity = capacity;
    update();
}

void CellGrid::setColors(const QColor& used, const QColor& free)
{
    m_usedColor = used;
    m_freeColor = free;
    update();
}

QSize CellGrid::sizeHint() const { return { 20 * kPitch, kRows * kPitch - (kPitch - kCell) }; }

void CellGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing);
    const int columns = std::max(1, (width() + kPitch - kCell) / kPitch);
    const int cells = columns * kRows;
    const double filled = m_capacity > 0 ? double(m_used) / double(m_capacity) * cells : 0;
    for (int i = 0; i < cells; ++i) {
        const double share = std::clamp(filled - i, 0.0, 1.0);
        const int column = layoutDirection() == Qt::RightToLeft ? columns - 1 - i / kRows : i / kRows;
        const QRectF cell(column * kPitch, i % kRows * kPitch, kCell, kCell);
        painter.setBrush(m_freeColor);
        painter.drawRoundedRect(cell, 1, 1);
        if (share == 0)
            continue;
        QColor color = m_usedColor;
        color.setAlphaF(float(std::max(0.3, share))); // a cell stands for several positions: the last one is partly full
        painter.setBrush(color);
        painter.drawRoundedRect(cell, 1, 1);
    }
}

} // namespace cutaway::ui
