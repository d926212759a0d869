#include "ui/shell/status_line.h"

#include "ui/bridge/chat_session.h"
#include "ui/bridge/engine_controller.h"
#include "ui/bridge/model_session.h"
#include "ui/models/format.h"
#include "ui/views/view_context.h"

#include <QLabel>

#include <cmath>

namespace cutaway::ui {

StatusLine::StatusLine(ViewContext& context, QWidget* parent)
    : QStatusBar(parent)
    , m_context(context)
    , m_left(new QLabel(this))
    , m_right(new QLabel(this))
{
    setSizeGripEnabled(false);
    m_left->setContentsMargins(8, 0, 0, 0);
    m_right->setContentsMargins(0, 0, 8, 0);
    m_right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_left->setMinimumWidth(1);
    m_right->setMinimumWidth(1);
    addWidget(m_left, 2);
    addWidget(m_right, 3);
    connect(&context.session, &ModelSession::changed, this, &StatusLine::update);
    connect(&context.engine, &EngineController::statusChanged, this, &StatusLine::update);
    connect(&context.chat, &ChatSession::generatingChanged, this, &StatusLine::update);
    update();
}

QString StatusLine::state() const
{
    switch (m_context.session.state()) {
    case ModelSession::State::empty: return tr("No model");
    case ModelSession::State::loading: return tr("Loading");
    case ModelSession::State::unloading: return tr("Unloading");
    case ModelSession::State::loaded: return m_context.chat.isGenerating() ? tr("Answering") : tr("Ready");
    }
    return {};
}

void StatusLine::update()
{
    QStringList left { state() };
    QStringList right;
    if (const auto& model = m_context.session.model()) {
        const api::EngineStatus& status = m_context.engine.status();
        left.append(QString::fromStdString(model->card.fileName));
        left.append(model->threads == 1 ? tr("1 thread") : tr("%1 threads").arg(model->threads));
        right.append(tr("context %1 / %2").arg(formatCount(status.kvUsed), formatCount(model->context)));
        right.append(tr("KV %1").arg(formatBytes(status.kvBytes)));
        right.append(tr("plans %1 built, %2 reused")
                .arg(formatCount(std::int64_t(status.plansBuilt)), formatCount(std::int64_t(status.plansReused))));
        right.append(tr("%1 barriers per layer").arg(std::round(model->barriersPerLayer * 10) / 10));
    }
    m_left->setText(left.join(QStringLiteral(" · ")));
    m_right->setText(right.join(QStringLiteral(" · ")));
}

} // namespace cutaway::ui
