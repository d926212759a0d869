#include "ui/shell/load_dialog.h"

#include "ui/bridge/engine_controller.h"
#include "ui/models/format.h"
#include "ui/models/model_list_model.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QThread>
#include <QVBoxLayout>

namespace cutaway::ui {
namespace {

constexpr int kPlanDelayMs = 120; ///< a pause in typing
constexpr int kMostContext = 1 << 20;
constexpr int kContextStep = 512;

} // namespace

LoadDialog::LoadDialog(EngineController& engine, const QString& path, const api::LoadOptions& options, QWidget* parent)
    : QDialog(parent)
    , m_engine(engine)
    , m_path(path)
    , m_start(options)
    , m_context(new QSpinBox(this))
    , m_threads(new QSpinBox(this))
    , m_kv(new QComboBox(this))
    , m_sentence(new QLabel(this))
{
    setWindowTitle(tr("Load %1").arg(QFileInfo(path).fileName()));
    setMinimumWidth(420);
    makeForm();
    m_planTimer.setSingleShot(true);
    m_planTimer.setInterval(kPlanDelayMs);
    connect(&m_planTimer, &QTimer::timeout, this, &LoadDialog::plan);
    connect(m_context, &QSpinBox::valueChanged, &m_planTimer, qOverload<>(&QTimer::start));
    connect(m_kv, &QComboBox::currentIndexChanged, &m_planTimer, qOverload<>(&QTimer::start));
    plan();
}

void LoadDialog::makeForm()
{
    m_context->setRange(0, kMostContext);
    m_context->setSingleStep(kContextStep);
    m_context->setSpecialValueText(tr("Default"));
    m_context->setValue(int(m_start.context));
    m_context->setToolTip(tr("How many tokens the conversation may have. Default: what the model was trained for, at most 4 096."));
    m_threads->setRange(0, 4 * QThread::idealThreadCount());
    m_threads->setSpecialValueText(tr("Automatic"));
    m_threads->setValue(m_start.threads);
    m_threads->setToolTip(tr("Threads that compute. Automatic: one per core."));
    m_kv->addItem(tr("F16 (half the memory)"), int(api::KvType::f16));
    m_kv->addItem(tr("F32 (exact)"), int(api::KvType::f32));
    m_kv->setCurrentIndex(m_start.kvTypeK == api::KvType::f32 ? 1 : 0);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* form = new QFormLayout;
    form->setSpacing(spacing::small);
    form->addRow(tr("&Context"), m_context);
    form->addRow(tr("&Threads"), m_threads);
    form->addRow(tr("&KV cache"), m_kv);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_load = buttons->addButton(tr("Load"), QDialogButtonBox::AcceptRole);
    m_load->setProperty("primary", true);
    for (QAbstractButton* button : buttons->buttons()) {
        button->setIcon({});
        button->style()->unpolish(button); // the box has polished it before the property was set
        button->style()->polish(button);
    }
    m_load->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing::large, spacing::large, spacing::large, spacing::large);
    column->setSpacing(spacing::medium);
    column->addLayout(form);
    column->addWidget(m_sentence);
    column->addWidget(buttons);
}

api::LoadOptions LoadDialog::options() const
{
    api::LoadOptions options = m_start;
    options.context = m_context->value();
    options.threads = m_threads->value();
    options.kvTypeK = options.kvTypeV = api::KvType(m_kv->currentData().toInt());
    return options;
}

void LoadDialog::plan()
{
    const std::uint64_t number = ++m_planNumber;
    m_engine.submit(api::PlanModel { m_path.toStdString(), options() }, this,
        { .finished =
                [this, number](const api::Answer& answer) {
                    if (number == m_planNumber)
                        showPlan(std::get<api::MemoryPlan>(answer));
                },
            .failed =
                [this, number](const base::Error& error) {
                    if (number == m_planNumber)
                        m_sentence->setText(QString::fromStdString(error.message + "\n" + error.action));
                } });
}

void LoadDialog::showPlan(const api::MemoryPlan& plan)
{
    QStringList lines { tr("Context of %1 tokens. %2.").arg(formatCount(plan.context), ModelListModel::fitText(plan.fit)) };
    for (const api::DevicePlan& device : plan.devices) {
        lines.append(tr("%1: %2 of %3 free (weights %4, KV %5, compute %6)")
                .arg(QString::fromStdString(device.name).toUpper(), formatBytes(device.total), formatBytes(device.free),
                    formatBytes(device.weights), formatBytes(device.kv), formatBytes(device.compute + device.output)));
    }
    m_sentence->setText(lines.join(QLatin1Char('\n')));
}

} // namespace cutaway::ui
