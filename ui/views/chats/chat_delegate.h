#pragma once
#include <QStyledItemDelegate>

namespace cutaway::ui {

class Theme;

/// A chat's title; above the first of a day, the day.
class ChatDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ChatDelegate(Theme& theme, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static bool startsSection(const QModelIndex& index);

    Theme& m_theme;
};

} // namespace cutaway::ui
