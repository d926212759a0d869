#include "ui/views/placement/device_row.h"

#include "ui/models/buffer_table_model.h"
#include "ui/models/format.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace cutaway::ui {

DeviceRow::DeviceRow(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_name(new QLabel(this))
    , m_layers(new QLabel(this))
    , m_description(new QLabel(this))
    , m_memory(new StackedBar(this))
    , m_bytes(new QLabel(this))
{
    m_name->setProperty("heading", true);
    for (QLabel* label : { m_layers, m_description, m_bytes }) {
        label->setProperty("secondary", true);
        label->setWordWrap(label != m_layers);
    }
    m_memory->setAccessibleName(tr("Predicted memory"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->setVerticalSpacing(spacing::tiny + 2);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_name, 0, 0);
    layout->addWidget(m_layers, 0, 1, Qt::AlignTrailing | Qt::AlignVCenter);
    layout->addWidget(m_description, 1, 0, 1, 2);
    layout->addWidget(m_memory, 2, 0, 1, 2);
    layout->addWidget(m_bytes, 3, 0, 1, 2);
}

void DeviceRow::showDevice(const api::DeviceInfo& device, const api::DevicePlan* plan, std::int32_t layerCount)
{
    m_name->setText(QString::fromStdString(device.name).toUpper());
    m_description->setText(QString::fromStdString(device.description));
    const std::int32_t layers = plan ? plan->layers : 0;
    m_layers->setText(layerCount > 0 ? tr("%1 of %2 layers").arg(layers).arg(layerCount) : QString());
    const api::DevicePlan nothing;
    const api::DevicePlan& of = plan ? *plan : nothing;
    const auto part = [&](api::BufferKind kind, std::uint64_t bytes) {
        return StackedBar::Part { bufferKindName(kind) % QStringLiteral(", ") % formatBytes(bytes), double(bytes), m_theme.buffer(kind) };
    };
    using api::BufferKind;
    m_memory->setParts({ part(BufferKind::weights, of.weights), part(BufferKind::kv, of.kv), part(BufferKind::compute, of.compute),
                           part(BufferKind::output, of.output) },
        double(device.memoryFree), m_theme.color(ColorToken::raised));
    m_bytes->setText(
        tr("%1 predicted · %2 free of %3").arg(formatBytes(of.total), formatBytes(device.memoryFree), formatBytes(device.memoryTotal)));
}

} // namespace cutaway::ui
