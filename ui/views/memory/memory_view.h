#pragma once
#include "ui/models/buffer_table_model.h"
#include "ui/models/kv_history.h"
#include "ui/views/view_context.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;
class QVBoxLayout;

namespace cutaway::ui {

class CellGrid;
class DeviceMemory;
class EmptyState;
class KvChart;

/// Predicted and actual bytes per device and buffer, and how the KV cache fills.
class MemoryView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryView(ViewContext& context, QWidget* parent = nullptr);

    const KvHistory& history() const { return m_history; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeKvSection(QWidget* parent);
    void makeTable();
    void showModel();
    void showStatus();
    void showCells();
    void refreshEmpty();
    void applyTheme();

    ViewContext& m_context;
    BufferTableModel m_buffers;
    KvHistory m_history;
    QSortFilterProxyModel* m_sorted;
    QStackedLayout* m_pages;
    EmptyState* m_empty;
    QVBoxLayout* m_deviceLayout = nullptr;
    std::vector<DeviceMemory*> m_devices;
    QLabel* m_kvText;
    CellGrid* m_kvMap;
    KvChart* m_chart;
    QTableView* m_table;
    QTimer m_chartTimer; ///< the chart is redrawn a few times a second at most
};

} // namespace cutaway::ui
