#include "ui/models/op_table_model.h"

#include "ui/models/format.h"

#include <QCoreApplication>
#include <QHash>

#include <array>

namespace cutaway::ui {
namespace {

/// A numeric column; the unit stands in the header.
struct Number {
    const char* title;
    const char* help;
    double (*value)(const OpRow&);
    int decimals; ///< -1: a count
};

constexpr std::array kNumbers {
    Number { QT_TRANSLATE_NOOP("OpTable", "Share, %"), QT_TRANSLATE_NOOP("OpTable", "Total time as a share of the steps' wall time"),
        [](const OpRow& row) { return row.share * 100; }, 1 },
    Number { QT_TRANSLATE_NOOP("OpTable", "Self, ms"), QT_TRANSLATE_NOOP("OpTable", "Time spent running, averaged over the workers"),
        [](const OpRow& row) { return row.selfNs / 1e6; }, 3 },
    Number { QT_TRANSLATE_NOOP("OpTable", "Total, ms"),
        QT_TRANSLATE_NOOP("OpTable", "Self time and the waits at the barriers right after it"),
        [](const OpRow& row) { return row.totalNs / 1e6; }, 3 },
    Number { QT_TRANSLATE_NOOP("OpTable", "Count"), QT_TRANSLATE_NOOP("OpTable", "Runs: one per node and step"),
        [](const OpRow& row) { return double(row.count); }, -1 },
    Number { QT_TRANSLATE_NOOP("OpTable", "P50, µs"), QT_TRANSLATE_NOOP("OpTable", "Half of the runs took at most this long"),
        [](const OpRow& row) { return double(row.p50Ns) / 1e3; }, 1 },
    Number { QT_TRANSLATE_NOOP("OpTable", "P99, µs"), QT_TRANSLATE_NOOP("OpTable", "99 of 100 runs took at most this long"),
        [](const OpRow& row) { return double(row.p99Ns) / 1e3; }, 1 },
    Number { QT_TRANSLATE_NOOP("OpTable", "GB/s"), QT_TRANSLATE_NOOP("OpTable", "Bytes read and written while running"),
        [](const OpRow& row) { return row.bytesPerSecond / 1e9; }, 1 },
    Number { QT_TRANSLATE_NOOP("OpTable", "GFLOP/s"), QT_TRANSLATE_NOOP("OpTable", "Floating-point operations while running"),
        [](const OpRow& row) { return row.flopsPerSecond / 1e9; }, 1 },
};

const Number& numberOf(int column) { return kNumbers[std::size_t(column - 1)]; }

QString text(const Number& number, const OpRow& row)
{
    const double value = number.value(row);
    if (value == 0)
        return QStringLiteral("–");
    return number.decimals < 0 ? formatCount(std::int64_t(value)) : QString::number(value, 'f', number.decimals);
}

bool sameNames(const std::vector<OpRow>& a, const QHash<QString, const OpRow*>& b)
{
    return a.size() == std::size_t(b.size()) && std::all_of(a.begin(), a.end(), [&](const OpRow& row) { return b.contains(row.name); });
}

} // namespace

void OpTableModel::setReport(OpReport report)
{
    QHash<QString, const OpRow*> byName;
    for (const OpRow& row : report.rows)
        byName.insert(row.name, &row);
    if (m_report.rows.empty() || !sameNames(m_report.rows, byName)) {
        beginResetModel();
        m_report = std::move(report);
        endResetModel();
        return;
    }
    std::vector<OpRow> inPlace;
    inPlace.reserve(report.rows.size());
    for (const OpRow& row : m_report.rows)
        inPlace.push_back(*byName.value(row.name));
    m_report = { std::move(inPlace), report.steps, report.wallNs, report.waitNs };
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int OpTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_report.rows.size()); }

int OpTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kNumbers.size()) + 1; }

QVariant OpTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OpRow& of = row(index.row());
    const bool name = index.column() == nameColumn;
    switch (role) {
    case Qt::DisplayRole: return name ? of.name : text(numberOf(index.column()), of);
    case Qt::TextAlignmentRole: return int((name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case sortRole: return name ? QVariant(of.name) : QVariant(numberOf(index.column()).value(of));
    case layerRole: return of.layer;
    case familyRole: return int(of.family);
    default: return {};
    }
}

QVariant OpTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const bool name = section == nameColumn;
    switch (role) {
    case Qt::DisplayRole:
        return name ? QCoreApplication::translate("OpTable", "Name") : QCoreApplication::translate("OpTable", numberOf(section).title);
    case Qt::ToolTipRole: return name ? QVariant() : QCoreApplication::translate("OpTable", numberOf(section).help);
    case Qt::TextAlignmentRole: return int((name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace cutaway::ui
