#pragma once
#include "ui/views/view_context.h"

#include <QWidget>

class QStackedLayout;

namespace cutaway::ui {

class EmptyState;
class TimelinePanel;

/// The profiler's first view: every node of every step on every worker; or what is missing for it.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(ViewContext& context, QWidget* parent = nullptr);

    /// Null where the display offers no OpenGL.
    TimelinePanel* panel() const { return m_panel; }

private:
    void refresh();

    ViewContext& m_context;
    QStackedLayout* m_pages;
    EmptyState* m_empty;
    TimelinePanel* m_panel = nullptr;
};

} // namespace cutaway::ui
