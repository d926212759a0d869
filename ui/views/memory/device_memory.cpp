#include "ui/views/memory/device_memory.h"

#include "ui/models/buffer_table_model.h"
#include "ui/models/format.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

#include <array>

namespace cutaway::ui {
namespace {

constexpr std::array kKinds { api::BufferKind::weights, api::BufferKind::kv, api::BufferKind::compute, api::BufferKind::output };

using Bytes = std::array<std::uint64_t, kKinds.size()>;

std::vector<StackedBar::Part> partsOf(const Theme& theme, const Bytes& bytes)
{
    std::vector<StackedBar::Part> parts;
    for (const api::BufferKind kind : kKinds) {
        const std::uint64_t amount = bytes[std::size_t(kind)];
        parts.push_back({ bufferKindName(kind) % QStringLiteral(", ") % formatBytes(amount), double(amount), theme.buffer(kind) });
    }
    return parts;
}

std::uint64_t sum(const Bytes& bytes)
{
    std::uint64_t total = 0;
    for (const std::uint64_t amount : bytes)
        total += amount;
    return total;
}

} // namespace

DeviceMemory::DeviceMemory(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_name(new QLabel(this))
    , m_free(new QLabel(this))
    , m_actualSum(new QLabel(this))
    , m_predictedSum(new QLabel(this))
    , m_actual(new StackedBar(this))
    , m_predicted(new StackedBar(this))
    , m_legend(new QLabel(this))
{
    m_name->setProperty("heading", true);
    m_free->setProperty("secondary", true);
    m_legend->setProperty("secondary", true);
    m_legend->setWordWrap(true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->setHorizontalSpacing(spacing::small);
    layout->setVerticalSpacing(spacing::tiny + 2);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_name, 0, 0);
    layout->addWidget(m_free, 0, 1, 1, 2, Qt::AlignTrailing | Qt::AlignVCenter);
    const auto addBar = [&](int row, const QString& name, StackedBar* bar, QLabel* sum) {
        auto* label = new QLabel(name, this);
        label->setProperty("secondary", true);
        sum->setProperty("secondary", true);
        bar->setAccessibleName(name);
        layout->addWidget(label, row, 0);
        layout->addWidget(bar, row, 1);
        layout->addWidget(sum, row, 2, Qt::AlignTrailing | Qt::AlignVCenter);
    };
    addBar(1, tr("actual"), m_actual, m_actualSum);
    addBar(2, tr("predicted"), m_predicted, m_predictedSum);
    layout->addWidget(m_legend, 3, 0, 1, 3);
}

void DeviceMemory::showPlan(const api::DevicePlan& plan, const std::vector<api::BufferInfo>& buffers)
{
    const Bytes predicted { plan.weights, plan.kv, plan.compute, plan.output };
    Bytes actual {};
    for (const api::BufferInfo& buffer : buffers)
        if (buffer.device == plan.name)
            actual[std::size_t(buffer.kind)] += buffer.actual;
    const double whole = double(std::max(sum(predicted), sum(actual)));
    const QColor ground = m_theme.color(ColorToken::raised);
    m_actual->setParts(partsOf(m_theme, actual), whole, ground);
    m_predicted->setParts(partsOf(m_theme, predicted), whole, ground);
    m_name->setText(QString::fromStdString(plan.name).toUpper());
    m_free->setText(tr("%1 free").arg(formatBytes(plan.free)));
    m_actualSum->setText(formatBytes(sum(actual)));
    m_predictedSum->setText(formatBytes(sum(predicted)));
    m_legend->setText(bufferLegend(m_theme, plan));
}

QString bufferLegend(const Theme& theme, const api::DevicePlan& plan)
{
    const Bytes bytes { plan.weights, plan.kv, plan.compute, plan.output };
    QStringList entries;
    for (const api::BufferKind kind : kKinds)
        entries << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2&nbsp;%3")
                       .arg(theme.buffer(kind).name(), bufferKindName(kind).replace(QChar(u' '), QChar(0xa0)),
                           formatBytes(bytes[std::size_t(kind)]).replace(QChar(u' '), QChar(0xa0)));
    return entries.join(QStringLiteral("&nbsp;&nbsp;&nbsp; "));
}

} // namespace cutaway::ui
