#pragma once
#include "ui/models/op_stats.h"

#include <QAbstractTableModel>

namespace cutaway::ui {

/// The rows of an OpReport. Sort by kSortRole: the display texts are rounded.
class OpTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { nameColumn, shareColumn, selfColumn, totalColumn, countColumn, p50Column, p99Column, bandwidthColumn, flopsColumn };
    enum Role {
        sortRole = Qt::UserRole, ///< text or double
        familyRole,              ///< int(api::OpFamily)
        layerRole,               ///< -1: not of one layer
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows keep their place, and the views their selection, when the report has the same names as the one before.
    void setReport(OpReport report);
    const OpReport& report() const { return m_report; }
    const OpRow& row(int index) const { return m_report.rows[std::size_t(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    OpReport m_report;
};

} // namespace cutaway::ui
