#include "ui/views/models/model_delegate.h"

#include "ui/models/model_list_model.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace cutaway::ui {
namespace {

constexpr int kRowHeight = 52;
constexpr int kMarkSize = 16;

struct Mark {
    const char* icon;
    ColorToken color;
};

Mark markOf(api::Fit fit)
{
    switch (fit) {
    case api::Fit::fits: return { "fits", ColorToken::good };
    case api::Fit::tight: return { "tight", ColorToken::warn };
    case api::Fit::tooLarge: return { "too-large", ColorToken::bad };
    case api::Fit::unknown: return { "unknown", ColorToken::textDim };
    }
    return {};
}

} // namespace

ModelDelegate::ModelDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

QSize ModelDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return { 180, kRowHeight }; }

void ModelDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = option.rect.adjusted(spacing::small, 2, -spacing::small, -2);
    const bool loaded = index.data(ModelListModel::LoadedRole).toBool();
    const bool marked = option.state.testFlag(QStyle::State_Selected) || option.state.testFlag(QStyle::State_MouseOver) || loaded;
    if (marked) {
        painter->setPen(option.state.testFlag(QStyle::State_HasFocus) ? QPen(m_theme.color(ColorToken::accent), 1) : QPen(Qt::NoPen));
        painter->setBrush(m_theme.color(ColorToken::raised));
        painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), spacing::radiusField, spacing::radiusField);
    }
    if (loaded)
        painter->fillRect(QRect(box.left() - 1, box.top() + 4, 3, box.height() - 8), m_theme.color(ColorToken::accent));
    const Mark mark = markOf(api::Fit(index.data(ModelListModel::FitRole).toInt()));
    const QRect markBox(box.right() - kMarkSize - spacing::small, box.center().y() - kMarkSize / 2, kMarkSize, kMarkSize);
    m_theme.icon(QString::fromLatin1(mark.icon), mark.color).paint(painter, markBox);

    const QRect texts = box.adjusted(spacing::medium, 6, -(kMarkSize + 2 * spacing::small), -6);
    QFont font = option.font;
    font.setBold(loaded);
    painter->setFont(font);
    painter->setPen(m_theme.color(ColorToken::text));
    const QString name = QFontMetrics(font).elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, texts.width());
    painter->drawText(texts, Qt::AlignLeft | Qt::AlignTop, name);
    font.setBold(false);
    font.setPixelSize(11);
    painter->setFont(font);
    painter->setPen(m_theme.color(ColorToken::textDim));
    const QString problem = index.data(ModelListModel::ProblemRole).toString();
    const QString detail = problem.isEmpty() ? index.data(ModelListModel::DetailRole).toString() : problem;
    painter->drawText(texts, Qt::AlignLeft | Qt::AlignBottom, QFontMetrics(font).elidedText(detail, Qt::ElideRight, texts.width()));
    painter->restore();
}

} // namespace cutaway::ui
