#include "ui/shell/top_bar.h"

#include "ui/bridge/chat_session.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_library.h"
#include "ui/bridge/model_session.h"
#include "ui/models/format.h"
#include "ui/shell/search_button.h"
#include "ui/views/view_context.h"
#include "ui/widgets/sparkline.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <cmath>

namespace cutaway::ui {
namespace {

constexpr int kModelWidth = 240;
constexpr int kHeight = 32; ///< of what stands in the bar

} // namespace

TopBar::TopBar(ViewContext& context, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_actions(actions)
    , m_model(new QPushButton(this))
    , m_menu(new QMenu(this))
    , m_eject(new QToolButton(this))
    , m_device(new QLabel(this))
    , m_speed(new QLabel(this))
    , m_spark(new Sparkline(context.theme, this))
    , m_search(new SearchButton(
          tr("Search models, chats, commands"), actions.palette->shortcut().toString(QKeySequence::NativeText), this))
    , m_inside(new QToolButton(this))
    , m_recording(new QLabel(this))
{
    setObjectName(QStringLiteral("topBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_model->setObjectName(QStringLiteral("modelPicker"));
    m_model->setMinimumWidth(kModelWidth);
    m_model->setAccessibleName(tr("Model"));
    // Not setMenu(): the style sheet's padding is lost on buttons that have one.
    connect(m_model, &QPushButton::clicked, this, [this] {
        fillMenu();
        m_menu->setMinimumWidth(m_model->width());
        m_menu->popup(m_model->mapToGlobal(QPoint(0, m_model->height() + 2)));
    });
    m_eject->setDefaultAction(actions.eject);
    m_eject->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_eject->setIconSize(spacing::iconBesideText);
    m_device->setObjectName(QStringLiteral("badge"));
    m_speed->setProperty("heading", true);
    connect(m_search, &SearchButton::clicked, actions.palette, &QAction::trigger);
    m_inside->setDefaultAction(actions.seeInside);
    m_inside->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_inside->setIconSize(spacing::iconBesideText);
    m_recording->setToolTip(tr("The profiler records every step; this is what recording costs of the step time"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(spacing::medium, spacing::small, spacing::medium, spacing::small);
    row->setSpacing(spacing::medium);
    for (QWidget* widget : { static_cast<QWidget*>(m_model), static_cast<QWidget*>(m_eject), static_cast<QWidget*>(m_device),
             static_cast<QWidget*>(m_speed), static_cast<QWidget*>(m_spark) })
        row->addWidget(widget);
    row->addStretch(1);
    for (QWidget* widget : { static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_inside), static_cast<QWidget*>(m_recording) })
        row->addWidget(widget);
    for (QWidget* widget : { static_cast<QWidget*>(m_model), static_cast<QWidget*>(m_eject), static_cast<QWidget*>(m_device),
             static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_inside) })
        widget->setFixedHeight(kHeight);
    connect(&context.session, &ModelSession::changed, this, &TopBar::updateModel);
    connect(&context.session, &ModelSession::progressChanged, this, &TopBar::updateModel);
    connect(&context.engine, &EngineController::statusChanged, this, &TopBar::updateStatus);
    connect(&context.chat, &ChatSession::generatingChanged, this, &TopBar::updateSpeed);
    connect(&context.theme, &Theme::changed, this, &TopBar::retheme);
    updateModel();
    retheme();
}

void TopBar::retheme()
{
    m_recording->setStyleSheet(QStringLiteral("color: %1").arg(m_context.theme.color(ColorToken::recording).name()));
    m_device->setStyleSheet(QStringLiteral("color: %1; border: 1px solid %1; border-radius: 10px; padding: 2px 10px;")
            .arg(m_context.theme.color(ColorToken::good).name()));
}

void TopBar::fillMenu()
{
    m_menu->clear();
    const ModelListModel& models = m_context.library.models();
    for (int row = 0; row < models.rowCount(); ++row) {
        const api::ModelCard& card = models.at(row);
        const QString path = QString::fromStdString(card.path);
        QAction* action = m_menu->addAction(models.index(row).data().toString(), this, [this, path] { m_context.loadModel(path); });
        action->setToolTip(path);
        action->setEnabled(card.problem.empty());
        action->setCheckable(true);
        action->setChecked(m_context.session.model() && m_context.session.path() == path);
    }
    if (models.rowCount() > 0)
        m_menu->addSeparator();
    m_menu->addAction(tr("Open a model file…"), this, [this] { m_context.openModelFile(); });
}

void TopBar::updateModel()
{
    const ModelSession& session = m_context.session;
    const auto& model = session.model();
    const bool loading = session.state() == ModelSession::State::loading;
    if (loading)
        m_model->setText(tr("Loading %1 %").arg(int(session.progress() * 100)));
    else
        m_model->setText((model ? QString::fromStdString(model->card.fileName) : tr("Choose a model")) + QStringLiteral("   ▾"));
    m_model->setToolTip(model ? session.path() : QString());
    m_actions.eject->setEnabled(model.has_value());
    m_eject->setVisible(model.has_value());
    m_device->setVisible(model.has_value());
    m_device->setToolTip(
        model ? tr("%1, %2").arg(QString::fromStdString(model->deviceName), QString::fromStdString(model->isa)) : QString());
    if (!model)
        m_spark->clear();
    updateStatus();
    updateSpeed();
}

void TopBar::updateStatus()
{
    const api::EngineStatus& status = m_context.engine.status();
    const auto& model = m_context.session.model();
    if (model) {
        const QString device = QString::fromStdString(model->deviceName).toUpper();
        const bool busy = m_context.chat.isGenerating() && status.processorShare > 0;
        m_device->setText(busy ? tr("%1 %2 %").arg(device).arg(int(std::lround(status.processorShare * 100))) : device);
    }
    m_recording->setVisible(model && m_context.session.options().record);
    m_recording->setText(QStringLiteral("● ") + tr("Recording %1 %").arg(status.recordingShare * 100, 0, 'f', 1));
    if (m_context.chat.isGenerating() && status.tokensPerSecond > 0)
        m_spark->add(status.tokensPerSecond);
    updateSpeed();
}

void TopBar::updateSpeed()
{
    const double speed = m_context.engine.status().tokensPerSecond;
    const bool shown = m_context.session.model() && speed > 0;
    m_speed->setVisible(shown);
    m_spark->setVisible(shown);
    m_speed->setText(formatTokenRate(speed));
}

} // namespace cutaway::ui
