#pragma once
#include <QStyledItemDelegate>

namespace cutaway::ui {

class Theme;

/// Cells of the op table: the name with the colour of its family, the share as a bar behind its number.
class OpDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    OpDelegate(const Theme& theme, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace cutaway::ui
