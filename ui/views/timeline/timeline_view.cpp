#include "ui/views/timeline/timeline_view.h"

#include "ui/bridge/model_session.h"
#include "ui/models/profile_store.h"
#include "ui/views/timeline/timeline_panel.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/imgui_canvas.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QStackedLayout>

namespace cutaway::ui {

TimelineView::TimelineView(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_pages(new QStackedLayout(this))
    , m_empty(new EmptyState(context.theme, QStringLiteral("timeline"), this))
{
    m_pages->addWidget(m_empty);
    if (ImGuiCanvas::isSupported()) {
        m_panel = new TimelinePanel(context, this);
        m_pages->addWidget(m_panel);
        addActions(m_panel->actions());
    }
    connect(&context.profile, &ProfileStore::changed, this, &TimelineView::refresh);
    connect(&context.session, &ModelSession::changed, this, &TimelineView::refresh);
    refresh();
}

void TimelineView::refresh()
{
    if (m_panel && !m_context.profile.empty()) {
        m_pages->setCurrentWidget(m_panel);
        return;
    }
    m_pages->setCurrentWidget(m_empty);
    if (!m_panel)
        m_empty->setContent({},
            tr("This display offers no OpenGL, so the timeline cannot be drawn. The Ops view shows the same steps as a table."),
            { { tr("Show Ops"), [this] { m_context.showView(QStringLiteral("ops")); } } });
    else if (m_context.session.state() == ModelSession::State::empty)
        m_empty->setContent({}, tr("Each step of an answer appears here, with every node on every worker. Load a model to begin."),
            { { tr("Open Model…"), m_context.openModelFile } });
    else
        m_empty->setContent({},
            tr("Each step of an answer appears here, with every node on every worker. Send a message to see the first one."),
            { { tr("Go to Chat"), [this] { m_context.showView(QStringLiteral("chat")); } } });
}

} // namespace cutaway::ui
