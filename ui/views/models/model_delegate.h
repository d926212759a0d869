#pragma once
#include <QStyledItemDelegate>

namespace cutaway::ui {

class Theme;

/// A model in two lines, with its fit mark; the loaded one has a bar at its left.
class ModelDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ModelDelegate(Theme& theme, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme& m_theme;
};

} // namespace cutaway::ui
