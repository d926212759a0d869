#include "ui/views/memory/memory_view.h"

#include "engine/base/clock.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/format.h"
#include "ui/views/memory/device_memory.h"
#include "ui/views/memory/kv_chart.h"
#include "ui/widgets/cell_grid.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metric_delegate.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kChartMs = 250;
constexpr int kRowHeight = 22;

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("heading", true);
    return label;
}

QString kvTypeName(api::KvType type)
{
    switch (type) {
    case api::KvType::f16: return QStringLiteral("F16");
    case api::KvType::f32: return QStringLiteral("F32");
    }
    return {};
}

} // namespace

MemoryView::MemoryView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_sorted(new QSortFilterProxyModel(this))
    , m_pages(new QStackedLayout(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("memory"), this))
    , m_kvText(new QLabel(this))
    , m_kvMap(new CellGrid(this))
    , m_chart(new KvChart(this))
    , m_table(new QTableView(this))
{
    makeTable();
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeContent());
    m_chartTimer.setSingleShot(true);
    m_chartTimer.setInterval(kChartMs);
    connect(&m_chartTimer, &QTimer::timeout, this, [this] { m_chart->showHistory(m_history, m_context.engine.status().kvCapacity); });
    connect(&context.session, &ModelSession::changed, this, &MemoryView::showModel);
    connect(&context.engine, &EngineController::statusChanged, this, &MemoryView::showStatus);
    connect(&context.theme, &Theme::changed, this, &MemoryView::applyTheme);
    applyTheme();
}

QWidget* MemoryView::makeContent()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(area);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(spacing::large, spacing::medium, spacing::large, spacing::medium);
    layout->setSpacing(spacing::huge);
    m_deviceLayout = new QVBoxLayout;
    m_deviceLayout->setSpacing(spacing::large);
    layout->addLayout(m_deviceLayout);
    layout->addWidget(makeKvSection(content));
    auto* buffers = new QVBoxLayout;
    buffers->setSpacing(spacing::small);
    buffers->addWidget(heading(tr("Buffers"), content));
    buffers->addWidget(m_table);
    layout->addLayout(buffers, 1);
    area->setWidget(content);
    return area;
}

QWidget* MemoryView::makeKvSection(QWidget* parent)
{
    auto* section = new QWidget(parent);
    m_kvText->setProperty("secondary", true);
    m_kvMap->setAccessibleName(tr("KV cache map"));
    auto* title = new QHBoxLayout;
    title->addWidget(heading(tr("KV cache"), section));
    title->addStretch();
    title->addWidget(m_kvText);
    auto* layout = new QVBoxLayout(section);
    layout->setContentsMargins({});
    layout->setSpacing(spacing::small);
    layout->addLayout(title);
    layout->addWidget(m_kvMap);
    layout->addWidget(m_chart);
    return section;
}

void MemoryView::makeTable()
{
    m_sorted->setSourceModel(&m_buffers);
    m_sorted->setSortRole(BufferTableModel::sortRole);
    m_table->setModel(m_sorted);
    const auto kindColor = [this](const QModelIndex& index) {
        return m_context.theme.buffer(api::BufferKind(index.data(BufferTableModel::kindRole).toInt()));
    };
    m_table->setItemDelegate(new MetricDelegate(m_context.theme, kindColor, m_table));
    m_table->setColumnHidden(BufferTableModel::kindColumn, true); // the colour says it, and the legend names the colour
    m_table->setAccessibleName(tr("Buffers"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(BufferTableModel::predictedColumn, Qt::DescendingOrder);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // all rows are shown; the view scrolls as a whole
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(BufferTableModel::nameColumn, QHeaderView::Stretch);
}

void MemoryView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showModel();
    showStatus();
}

void MemoryView::applyTheme()
{
    m_kvMap->setColors(m_context.theme.buffer(api::BufferKind::kv), m_context.theme.color(ColorToken::raised));
    m_chart->applyTheme(m_context.theme);
    showModel();
    showStatus();
}

void MemoryView::showModel()
{
    const auto& model = m_context.session.model();
    if (!model) {
        m_history.clear();
        m_buffers.setBuffers({});
        m_pages->setCurrentIndex(0);
        refreshEmpty();
        return;
    }
    m_pages->setCurrentIndex(1);
    const api::MemoryPlan& memory = model->memory;
    while (m_devices.size() > memory.devices.size()) {
        delete m_devices.back();
        m_devices.pop_back();
    }
    while (m_devices.size() < memory.devices.size()) {
        m_devices.push_back(new DeviceMemory(m_context.theme, this));
        m_deviceLayout->addWidget(m_devices.back());
    }
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        m_devices[i]->showPlan(memory.devices[i], memory.buffers);
    m_buffers.setBuffers(memory.buffers);
    m_table->setColumnHidden(BufferTableModel::deviceColumn, memory.devices.size() < 2);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + int(memory.buffers.size()) * kRowHeight);
    showCells();
}

void MemoryView::showStatus()
{
    const auto& model = m_context.session.model();
    if (!model)
        return;
    m_history.add(base::nowNs(), m_context.engine.status().kvUsed);
    showCells();
}

void MemoryView::showCells()
{
    const auto& model = m_context.session.model();
    if (!model || !isVisible())
        return;
    const api::EngineStatus& status = m_context.engine.status();
    const std::int64_t capacity = status.kvCapacity > 0 ? status.kvCapacity : model->context;
    const QString cells = tr("%1 of %2 cells").arg(formatCount(status.kvUsed), formatCount(capacity));
    m_kvText->setText(kvTypeName(m_context.session.options().kvTypeK) % QStringLiteral(" · ") % cells);
    m_kvMap->setFill(status.kvUsed, capacity);
    m_kvMap->setAccessibleDescription(cells);
    m_kvMap->setToolTip(tr("%1: %2 of %3").arg(cells, formatBytes(status.kvBytesUsed), formatBytes(status.kvBytes)));
    if (!m_chartTimer.isActive())
        m_chartTimer.start();
}

void MemoryView::refreshEmpty()
{
    if (m_context.session.state() == ModelSession::State::loading)
        m_empty->setContent({}, tr("The memory of the model appears here as soon as it is loaded."));
    else
        m_empty->setContent({}, tr("What a model takes on each device appears here, and how its KV cache fills. Load a model to begin."),
            { { tr("Open Model…"), m_context.openModelFile } });
}

} // namespace cutaway::ui
