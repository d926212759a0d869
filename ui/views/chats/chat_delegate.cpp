#include "ui/views/chats/chat_delegate.h"

#include "ui/models/chat_list_model.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace cutaway::ui {
namespace {

constexpr int kRowHeight = 34;
constexpr int kHeaderHeight = 28;

} // namespace

ChatDelegate::ChatDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

bool ChatDelegate::startsSection(const QModelIndex& index)
{
    return index.row() == 0
        || index.siblingAtRow(index.row() - 1).data(ChatListModel::SectionRole) != index.data(ChatListModel::SectionRole);
}

QSize ChatDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    return { 180, kRowHeight + (startsSection(index) ? kHeaderHeight : 0) };
}

void ChatDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    editor->setGeometry(option.rect.adjusted(spacing::small, startsSection(index) ? kHeaderHeight : 0, -spacing::small, 0));
}

void ChatDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRect rect = option.rect;
    QFont font = option.font;
    if (startsSection(index)) {
        QRect header = rect;
        header.setHeight(kHeaderHeight);
        rect.setTop(rect.top() + kHeaderHeight);
        font.setPixelSize(11);
        painter->setFont(font);
        painter->setPen(m_theme.color(ColorToken::textDim));
        painter->drawText(header.adjusted(spacing::large, 0, -spacing::small, -4), Qt::AlignLeft | Qt::AlignBottom,
            index.data(ChatListModel::SectionRole).toString());
    }
    const QRect box = rect.adjusted(spacing::small, 1, -spacing::small, -1);
    if (option.state.testFlag(QStyle::State_Selected) || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(option.state.testFlag(QStyle::State_HasFocus) ? QPen(m_theme.color(ColorToken::accent), 1) : QPen(Qt::NoPen));
        painter->setBrush(m_theme.color(ColorToken::raised));
        painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), spacing::radiusField, spacing::radiusField);
    }
    painter->setFont(option.font);
    painter->setPen(m_theme.color(ColorToken::text));
    const QRect text = box.adjusted(spacing::small, 0, -spacing::small, 0);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(option.font).elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace cutaway::ui
