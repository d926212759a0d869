#include "ui/views/ops/op_filter.h"

#include "ui/models/op_table_model.h"

#include <algorithm>

namespace cutaway::ui {

OpFilter::OpFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(OpTableModel::sortRole); }

void OpFilter::setFilterText(const QString& text)
{
    m_wanted.clear();
    m_unwanted.clear();
    for (const QString& part : text.split(QChar(u','))) {
        const QString word = part.trimmed();
        if (word.startsWith(QChar(u'-')) && word.size() > 1)
            m_unwanted << word.mid(1).trimmed();
        else if (!word.isEmpty() && word != u"-")
            m_wanted << word;
    }
    invalidateFilter();
}

bool OpFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QString name = sourceModel()->index(row, OpTableModel::nameColumn, parent).data().toString();
    const auto found = [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); };
    if (std::any_of(m_unwanted.begin(), m_unwanted.end(), found))
        return false;
    return m_wanted.isEmpty() || std::any_of(m_wanted.begin(), m_wanted.end(), found);
}

bool OpFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    if (left.column() != OpTableModel::nameColumn)
        return QSortFilterProxyModel::lessThan(left, right);
    const int leftLayer = left.data(OpTableModel::layerRole).toInt();
    const int rightLayer = right.data(OpTableModel::layerRole).toInt();
    if (leftLayer != rightLayer)
        return leftLayer < rightLayer; // blk 2 before blk 10
    return left.data().toString().localeAwareCompare(right.data().toString()) < 0;
}

} // namespace cutaway::ui
