#include "ui/views/timeline/timeline_panel.h"

#include "ui/models/node_text.h"
#include "ui/models/profile_store.h"
#include "ui/models/selection.h"
#include "ui/views/timeline/profile_export.h"
#include "ui/views/timeline/step_strip.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace cutaway::ui {

TimelinePanel::TimelinePanel(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_strip(new StepStrip(context.profile, context.selection, context.theme, this))
    , m_canvas(new TimelineCanvas(context.profile, context.selection, context.theme, this))
    , m_stepLabel(new QLabel(this))
    , m_recordingLabel(new QLabel(this))
    , m_resume(new QPushButton(this))
    , m_detail(new QLabel(this))
{
    arrange();
    makeActions();
    connect(m_canvas, &TimelineCanvas::visibleTimeChanged, m_strip, &StepStrip::setVisibleTime);
    connect(m_resume, &QPushButton::clicked, this, &TimelinePanel::follow);
    connect(&context.profile, &ProfileStore::changed, this, &TimelinePanel::refresh);
    connect(&context.selection, &Selection::changed, this, [this] {
        m_said.clear();
        refresh();
    });
    m_strip->setVisibleTime(m_canvas->visibleTime());
    refresh();
}

void TimelinePanel::arrange()
{
    for (QLabel* label : { m_stepLabel, m_recordingLabel })
        label->setProperty("secondary", true);
    m_recordingLabel->setToolTip(tr("What recording itself costs, measured, as a share of the step's time"));
    m_resume->setText(tr("Follow"));
    m_resume->setToolTip(tr("Show each new step as it comes (End)"));
    m_resume->setIcon(m_context.theme.icon(QStringLiteral("arrow-down")));
    QSizePolicy keepsRoom = m_resume->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_resume->setSizePolicy(keepsRoom);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setAccessibleName(tr("Selected node"));
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto* info = new QHBoxLayout;
    info->setSpacing(spacing::medium);
    info->addWidget(m_stepLabel);
    info->addStretch();
    info->addWidget(m_resume);
    info->addWidget(m_recordingLabel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::large, spacing::small, spacing::large, spacing::small);
    layout->setSpacing(spacing::tiny);
    layout->addWidget(m_strip);
    layout->addLayout(info);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_detail);
}

void TimelinePanel::makeActions()
{
    const auto add = [this](const QString& text, const QKeySequence& shortcut, auto&& run) {
        auto* action = new QAction(text, this);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, run);
        addAction(action);
    };
    add(tr("Next Node"), Qt::Key_Period, [this] { m_canvas->moveNode(1); });
    add(tr("Previous Node"), Qt::Key_Comma, [this] { m_canvas->moveNode(-1); });
    add(tr("Next Step"), Qt::Key_PageDown, [this] { m_strip->moveStep(1); });
    add(tr("Previous Step"), Qt::Key_PageUp, [this] { m_strip->moveStep(-1); });
    add(tr("Zoom to Selected Node"), Qt::Key_F, [this] { m_canvas->zoomToSelection(); });
    add(tr("Show Whole Step"), Qt::Key_Home, [this] { m_canvas->showWholeStep(); });
    add(tr("Follow Newest Step"), Qt::Key_End, [this] { follow(); });
    auto* exporter = new ProfileExport(m_context.engine, this);
    connect(exporter, &ProfileExport::saved, this, &TimelinePanel::say);
    connect(exporter, &ProfileExport::failed, this, &TimelinePanel::say);
    add(tr("Export as Chrome Trace…"), QKeySequence(QStringLiteral("Ctrl+Shift+J")),
        [exporter] { exporter->ask(api::ProfileFormat::chrome); });
    add(tr("Export as CSV…"), QKeySequence(QStringLiteral("Ctrl+Shift+V")), [exporter] { exporter->ask(api::ProfileFormat::csv); });
}

void TimelinePanel::follow()
{
    m_context.selection.selectRange(std::nullopt);
    m_context.selection.selectStep(0);
    m_strip->follow();
}

void TimelinePanel::say(const QString& sentence)
{
    m_said = sentence;
    refresh();
}

void TimelinePanel::refresh()
{
    m_resume->setVisible(!m_canvas->following());
    m_recordingLabel->setText(tr("recording %1 %").arg(m_context.profile.recordingShare() * 100, 0, 'f', 1));
    if (const StepPtr step = m_canvas->step()) {
        const std::int64_t typical = m_context.profile.typicalNs(*step);
        const double more = typical > 0 ? double(step->endNs - step->startNs) / double(typical) - 1 : 0;
        const QString pace = more > 0.05 ? tr(" · %1 % slower than usual").arg(qRound(more * 100)) : QString();
        m_stepLabel->setText(stepLine(*step) % pace);
    }
    const QString text = detail();
    m_detail->setText(text);
    m_detail->setToolTip(text);
}

QString TimelinePanel::detail() const
{
    if (!m_said.isEmpty())
        return m_said;
    QString selected = selectedText();
    if (!selected.isEmpty())
        return selected;
    return tr("Click a node to see its cost; drag to measure; wheel or W and S to zoom.");
}

QString TimelinePanel::selectedText() const
{
    const StepPtr step = m_canvas->step();
    if (!step || !step->plan)
        return {};
    const auto& node = m_context.selection.node();
    if (!node || node->plan != step->plan->id || node->index >= step->plan->nodes.size())
        return {};
    const Roofs roofs { m_context.profile.roofBytesPerSecond(), m_context.profile.roofFlops() };
    return detailLine(step->plan->nodes[node->index], nodeCost(*step, node->index), roofs);
}

} // namespace cutaway::ui
