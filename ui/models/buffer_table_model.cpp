#include "ui/models/buffer_table_model.h"

#include "ui/models/format.h"

#include <QCoreApplication>

#include <array>

namespace cutaway::ui {
namespace {

constexpr std::array kTitles { QT_TRANSLATE_NOOP("BufferTable", "Buffer"), QT_TRANSLATE_NOOP("BufferTable", "Kind"),
    QT_TRANSLATE_NOOP("BufferTable", "Device"), QT_TRANSLATE_NOOP("BufferTable", "Predicted"), QT_TRANSLATE_NOOP("BufferTable", "Actual") };

struct BufferTable {
    Q_DECLARE_TR_FUNCTIONS(BufferTable)
};

bool isSize(int column) { return column == BufferTableModel::predictedColumn || column == BufferTableModel::actualColumn; }

std::uint64_t sizeOf(const api::BufferInfo& buffer, int column)
{
    return column == BufferTableModel::predictedColumn ? buffer.predicted : buffer.actual;
}

QString text(const api::BufferInfo& buffer, int column)
{
    if (isSize(column)) {
        const std::uint64_t bytes = sizeOf(buffer, column);
        return bytes == 0 ? QStringLiteral("–") : formatBytes(bytes);
    }
    if (column == BufferTableModel::kindColumn)
        return bufferKindName(buffer.kind);
    return QString::fromStdString(column == BufferTableModel::deviceColumn ? buffer.device : buffer.name);
}

} // namespace

QString bufferKindName(api::BufferKind kind)
{
    switch (kind) {
    case api::BufferKind::weights: return BufferTable::tr("weights");
    case api::BufferKind::kv: return BufferTable::tr("KV cache");
    case api::BufferKind::compute: return BufferTable::tr("compute");
    case api::BufferKind::output: return BufferTable::tr("output");
    }
    return {};
}

void BufferTableModel::setBuffers(std::vector<api::BufferInfo> buffers)
{
    beginResetModel();
    m_buffers = std::move(buffers);
    endResetModel();
}

int BufferTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_buffers.size()); }

int BufferTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kTitles.size()); }

QVariant BufferTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const api::BufferInfo& buffer = m_buffers[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(buffer, index.column());
    case Qt::TextAlignmentRole: return int((isSize(index.column()) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    case sortRole:
        return isSize(index.column()) ? QVariant(qulonglong(sizeOf(buffer, index.column()))) : QVariant(text(buffer, index.column()));
    case kindRole: return int(buffer.kind);
    default: return {};
    }
}

QVariant BufferTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return BufferTable::tr(kTitles[std::size_t(section)]);
    if (role == Qt::TextAlignmentRole)
        return int((isSize(section) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    return {};
}

} // namespace cutaway::ui
