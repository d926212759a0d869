#pragma once
#include <QColor>
#include <QStyledItemDelegate>

#include <functional>

namespace cutaway::ui {

class Theme;

/// Cells of a table of numbers: the first column is a name with a patch of colour, the others are figures in a monospaced font, as far in
/// as their headers.
class MetricDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using ColorOf = std::function<QColor(const QModelIndex&)>;

    MetricDelegate(const Theme& theme, ColorOf color, QObject* parent);
    /// Draws a line under the figure, as long as its share of 100, in the row's colour.
    void setShareColumn(int column) { m_shareColumn = column; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintName(QPainter* painter, QStyleOptionViewItem cell, const QModelIndex& index) const;
    void paintShare(QPainter* painter, const QRectF& cell, const QModelIndex& index) const;

    const Theme& m_theme;
    ColorOf m_color;
    int m_shareColumn = -1;
};

} // namespace cutaway::ui
