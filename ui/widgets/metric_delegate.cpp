#include "ui/widgets/metric_delegate.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kPatch = 10;
constexpr int kNameLeft = kPatch + spacing::medium;
constexpr double kShareLine = 2;

} // namespace

MetricDelegate::MetricDelegate(const Theme& theme, ColorOf color, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
    , m_color(std::move(color))
{
}

void MetricDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, m_theme.color(ColorToken::raised));
    QStyleOptionViewItem cell = option;
    if (index.column() == 0) {
        paintName(painter, cell, index);
    } else {
        cell.font = m_theme.monospace();
        cell.rect.adjust(spacing::tiny, 0, -spacing::medium, 0);
        QStyledItemDelegate::paint(painter, cell, index);
    }
    if (index.column() == m_shareColumn)
        paintShare(painter, QRectF(option.rect).adjusted(spacing::small, 0, -spacing::medium, 0), index);
    painter->restore();
}

QSize MetricDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(index.column() == 0 ? kNameLeft : spacing::large, 0);
}

void MetricDelegate::paintName(QPainter* painter, QStyleOptionViewItem cell, const QModelIndex& index) const
{
    const bool mirrored = cell.direction == Qt::RightToLeft;
    const int left = mirrored ? cell.rect.right() - spacing::small - kPatch : cell.rect.left() + spacing::small;
    const QRect patch(left, cell.rect.center().y() - kPatch / 2 + 1, kPatch, kPatch);
    cell.rect.adjust(mirrored ? 0 : kNameLeft, 0, mirrored ? -kNameLeft : 0, 0);
    QStyledItemDelegate::paint(painter, cell, index);
    painter->setBrush(m_color(index));
    painter->drawRoundedRect(patch, 2, 2);
}

void MetricDelegate::paintShare(QPainter* painter, const QRectF& cell, const QModelIndex& index) const
{
    const double share = std::clamp(index.data(Qt::DisplayRole).toDouble() / 100, 0.0, 1.0);
    painter->setBrush(m_color(index));
    const double length = std::max(1.0, cell.width() * share);
    painter->drawRect(QRectF(cell.right() - length, cell.bottom() - kShareLine - 1, length, kShareLine));
}

} // namespace cutaway::ui
