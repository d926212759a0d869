#pragma once
#include "ui/views/view_context.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedLayout;

namespace cutaway::ui {

class EmptyState;
class StepStrip;
class TimelineCanvas;

/// The profiler's first view: the strip of steps, the lanes of the step at hand, and a line on what is selected or pointed at.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(ViewContext& context, QWidget* parent = nullptr);

    StepStrip& strip() const { return *m_strip; }
    TimelineCanvas& canvas() const { return *m_canvas; }
    /// What the line at the bottom says.
    QString detail() const;

private:
    QWidget* makeContent();
    void makeActions();
    void refresh();
    void updateEmpty();
    void follow();
    QString selectedText() const;
    void say(const QString& sentence);

    ViewContext& m_context;
    QStackedLayout* m_pages;
    EmptyState* m_empty;
    StepStrip* m_strip;
    TimelineCanvas* m_canvas;
    QLabel* m_stepLabel;
    QLabel* m_recordingLabel;
    QPushButton* m_resume;
    QLabel* m_detail;
    QString m_said; ///< a message that stands in the detail line until the selection changes
    bool m_openGlMissing = false;
};

} // namespace cutaway::ui
