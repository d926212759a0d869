#pragma once
#include <QSortFilterProxyModel>
#include <QStringList>

namespace cutaway::ui {

/// Sorts the op table and keeps the rows whose name has one of the words of a filter "a, b, -c" and none of those with a minus.
class OpFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit OpFilter(QObject* parent = nullptr);
    void setFilterText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_wanted;
    QStringList m_unwanted;
};

} // namespace cutaway::ui
