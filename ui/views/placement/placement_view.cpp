#include "ui/views/placement/placement_view.h"

#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/format.h"
#include "ui/models/model_list_model.h"
#include "ui/views/placement/device_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr int kDebounceMs = 120;
constexpr int kContextStep = 256;
constexpr int kLongestUnknownContext = 1 << 20;

/// The icon of a fit; the word stands beside it.
QString iconName(api::Fit fit)
{
    switch (fit) {
    case api::Fit::fits: return QStringLiteral("fits");
    case api::Fit::tight: return QStringLiteral("tight");
    case api::Fit::tooLarge: return QStringLiteral("too-large");
    case api::Fit::unknown: return QStringLiteral("unknown");
    }
    return {};
}

ColorToken colorOf(api::Fit fit)
{
    switch (fit) {
    case api::Fit::fits: return ColorToken::good;
    case api::Fit::tight: return ColorToken::warn;
    case api::Fit::tooLarge: return ColorToken::bad;
    case api::Fit::unknown: return ColorToken::textDim;
    }
    return ColorToken::textDim;
}

} // namespace

PlacementView::PlacementView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_pages(new QStackedLayout(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("placement"), this))
    , m_contextSlider(new QSlider(Qt::Horizontal, this))
    , m_contextSize(new QSpinBox(this))
    , m_contextHint(new QLabel(this))
    , m_fitIcon(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_reload(new QPushButton(tr("Reload with This Context"), this))
{
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeContent());
    m_later.setSingleShot(true);
    m_later.setInterval(kDebounceMs);
    connect(&m_later, &QTimer::timeout, this, &PlacementView::requestPlan);
    connect(m_contextSlider, &QSlider::valueChanged, this, [this](int steps) { m_contextSize->setValue(steps * kContextStep); });
    connect(m_contextSize, &QSpinBox::valueChanged, this, &PlacementView::contextChanged);
    connect(m_reload, &QPushButton::clicked, this, &PlacementView::reload);
    connect(&context.session, &ModelSession::changed, this, &PlacementView::showModel);
    connect(&context.theme, &Theme::changed, this, &PlacementView::showModel);
    showModel();
}

QWidget* PlacementView::makeContent()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(area);
    auto* contextTitle = new QLabel(tr("Context"), content);
    contextTitle->setProperty("heading", true);
    contextTitle->setBuddy(m_contextSize);
    m_contextSize->setSingleStep(kContextStep);
    m_contextSize->setAccelerated(true);
    m_contextSize->setButtonSymbols(QAbstractSpinBox::NoButtons); // the slider is beside it
    m_contextSize->setGroupSeparatorShown(true);
    m_contextSize->setAlignment(Qt::AlignTrailing);
    m_contextSize->setSuffix(tr(" tokens"));
    m_contextSize->setAccessibleName(tr("Context size"));
    m_contextSlider->setAccessibleName(tr("Context size"));
    m_contextHint->setProperty("secondary", true);
    m_contextHint->setWordWrap(true);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);

    m_deviceLayout = new QVBoxLayout;
    m_deviceLayout->setSpacing(spacing::large);
    auto* title = new QHBoxLayout;
    title->addWidget(contextTitle);
    title->addStretch();
    title->addWidget(m_contextSize);
    auto* fit = new QHBoxLayout;
    fit->setSpacing(spacing::small);
    fit->addWidget(m_fitIcon, 0, Qt::AlignTop);
    fit->addWidget(m_sentence, 1);
    auto* context = new QVBoxLayout;
    context->setSpacing(spacing::small);
    context->addLayout(title);
    context->addWidget(m_contextSlider);
    context->addWidget(m_contextHint);
    context->addSpacing(spacing::tiny);
    context->addLayout(fit);
    context->addWidget(m_reload, 0, Qt::AlignLeading);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(spacing::large, spacing::medium, spacing::large, spacing::medium);
    layout->setSpacing(spacing::huge);
    layout->addLayout(m_deviceLayout);
    layout->addLayout(context);
    layout->addStretch();
    area->setWidget(content);
    return area;
}

void PlacementView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    listDevices();
}

void PlacementView::listDevices()
{
    m_context.engine.submit(api::ListDevices {}, this, { .finished = [this](const api::Answer& answer) {
        m_devices = std::get<api::DeviceList>(answer).devices;
        showDevices();
    } });
}

void PlacementView::showDevices()
{
    while (m_rows.size() > m_devices.size()) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < m_devices.size()) {
        m_rows.push_back(new DeviceRow(m_context.theme, this));
        m_deviceLayout->addWidget(m_rows.back());
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const api::DevicePlan* plan = nullptr;
        if (m_plan)
            for (const api::DevicePlan& device : m_plan->devices)
                if (device.name == m_devices[i].name)
                    plan = &device;
        m_rows[i]->showDevice(m_devices[i], plan, m_plan ? m_plan->layerCount : 0);
    }
}

void PlacementView::showModel()
{
    const auto& model = m_context.session.model();
    if (!model) {
        m_plan.reset();
        m_pages->setCurrentIndex(0);
        if (m_context.session.state() == ModelSession::State::loading)
            m_empty->setContent({}, tr("Where the layers lie is shown here as soon as the model is loaded."));
        else
            m_empty->setContent({},
                tr("Where the layers of a model lie, and what another context size would take, is shown here. Load a model to begin."),
                { { tr("Open Model…"), m_context.openModelFile } });
        return;
    }
    m_pages->setCurrentIndex(1);
    {
        const QSignalBlocker quietSize(m_contextSize);
        const QSignalBlocker quietSlider(m_contextSlider);
        const auto longest = int(model->contextTrained > 0 ? model->contextTrained : kLongestUnknownContext);
        m_contextSize->setRange(kContextStep, std::max(longest, int(model->context)));
        m_contextSlider->setRange(1, m_contextSize->maximum() / kContextStep);
        m_contextSize->setValue(int(model->context));
        m_contextSlider->setValue(int(model->context) / kContextStep);
    }
    m_contextHint->setText(
        tr("Loaded with %1; the model was trained on %2.").arg(formatCount(model->context), formatCount(model->contextTrained)));
    showPlan(model->memory);
}

api::LoadOptions PlacementView::wantedOptions() const
{
    api::LoadOptions options = m_context.session.options();
    options.context = m_contextSize->value();
    return options;
}

void PlacementView::contextChanged(int context)
{
    const QSignalBlocker quiet(m_contextSlider);
    m_contextSlider->setValue(context / kContextStep);
    if (!m_later.isActive())
        m_later.start(); // not restarted: while the slider moves the numbers move too
}

void PlacementView::requestPlan()
{
    if (!m_context.session.model())
        return;
    m_context.engine.cancel(m_planRequest);
    const int asked = m_contextSize->value();
    const auto current = [this, asked] { return m_context.session.model() && asked == m_contextSize->value(); };
    m_planRequest = m_context.engine.submit(api::PlanModel { m_context.session.path().toStdString(), wantedOptions() }, this,
        { .finished =
                [this, current](const api::Answer& answer) {
                    if (current())
                        showPlan(std::get<api::MemoryPlan>(answer));
                },
            .failed =
                [this, current](const base::Error& error) {
                    if (current())
                        showProblem(QString::fromStdString(error.message));
                } });
}

void PlacementView::showPlan(const api::MemoryPlan& plan)
{
    m_plan = plan;
    const api::Fit fit = plan.fit;
    m_fitIcon->setPixmap(
        m_context.theme.icon(iconName(fit), colorOf(fit)).pixmap(QSize(spacing::icon, spacing::icon), devicePixelRatioF()));
    QStringList parts { ModelListModel::fitText(fit) };
    for (const api::DevicePlan& device : plan.devices)
        parts << tr("%1 on %2, %3 free")
                     .arg(formatBytes(device.total), QString::fromStdString(device.name).toUpper(), formatBytes(device.free));
    m_sentence->setText(parts.join(QStringLiteral(" · ")));
    const bool same = m_context.session.model() && m_contextSize->value() == m_context.session.model()->context;
    m_reload->setEnabled(!same && fit != api::Fit::tooLarge);
    if (same)
        m_reload->setToolTip(tr("The model is loaded with this context already"));
    else if (fit == api::Fit::tooLarge)
        m_reload->setToolTip(tr("It would not fit: choose a smaller context"));
    else
        m_reload->setToolTip(tr("Loads the model again; chats are kept"));
    showDevices();
}

void PlacementView::showProblem(const QString& sentence)
{
    m_plan.reset();
    m_fitIcon->setPixmap(
        m_context.theme.icon(QStringLiteral("error"), ColorToken::bad).pixmap(QSize(spacing::icon, spacing::icon), devicePixelRatioF()));
    m_sentence->setText(sentence);
    m_reload->setEnabled(false);
    m_reload->setToolTip(sentence);
    showDevices();
}

void PlacementView::reload() { m_context.session.load(m_context.session.path(), wantedOptions()); }

} // namespace cutaway::ui
