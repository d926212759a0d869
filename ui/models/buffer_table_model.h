#pragma once
#include "engine/api/values.h"

#include <QAbstractTableModel>

#include <vector>

namespace cutaway::ui {

/// "weights", "KV cache", "compute", "output"
QString bufferKindName(api::BufferKind kind);

/// The buffers of a plan or of a loaded model.
class BufferTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { nameColumn, kindColumn, deviceColumn, predictedColumn, actualColumn };
    enum Role {
        sortRole = Qt::UserRole, ///< text or bytes
        kindRole,                ///< int(api::BufferKind)
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setBuffers(std::vector<api::BufferInfo> buffers);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<api::BufferInfo> m_buffers;
};

} // namespace cutaway::ui
