#include "ui/views/ops/op_delegate.h"

#include "ui/models/op_table_model.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kSwatch = 10;

} // namespace

OpDelegate::OpDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void OpDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    const QColor family = m_theme.family(api::OpFamily(index.data(OpTableModel::familyRole).toInt()));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    if (index.column() == OpTableModel::nameColumn) {
        const bool mirrored = option.direction == Qt::RightToLeft;
        const QRect swatch(mirrored ? option.rect.right() - spacing::small - kSwatch : option.rect.left() + spacing::small,
            option.rect.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch);
        const int taken = kSwatch + spacing::medium;
        cell.rect.adjust(mirrored ? 0 : taken, 0, mirrored ? -taken : 0, 0);
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, m_theme.color(ColorToken::raised));
        QStyledItemDelegate::paint(painter, cell, index);
        painter->setBrush(family);
        painter->drawRoundedRect(swatch, 2, 2);
    } else {
        cell.font = m_theme.monospace();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, m_theme.color(ColorToken::raised));
        cell.rect.adjust(spacing::tiny, 0, -spacing::medium, 0); // as far in as the header, which keeps room for the sort arrow
        QStyledItemDelegate::paint(painter, cell, index);
        if (index.column() == OpTableModel::shareColumn) {
            QColor bar = family;
            bar.setAlphaF(0.85F);
            painter->setBrush(bar);
            const double share = std::clamp(index.data(OpTableModel::sortRole).toDouble() / 100, 0.0, 1.0);
            const QRectF room = QRectF(option.rect).adjusted(spacing::small, 0, -spacing::small, 0);
            painter->drawRoundedRect(QRectF(room.left(), room.bottom() - 3, std::max(1.0, room.width() * share), 2), 1, 1);
        }
    }
    painter->restore();
}

} // namespace cutaway::ui
