#pragma once
#include "ui/views/view_context.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace cutaway::ui {

class StepStrip;
class TimelineCanvas;

/// The strip of steps, the lanes of the step at hand, and a line on what is selected.
class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    /// @pre ImGuiCanvas::isSupported()
    explicit TimelinePanel(ViewContext& context, QWidget* parent = nullptr);

    StepStrip& strip() const { return *m_strip; }
    TimelineCanvas& canvas() const { return *m_canvas; }
    /// What the line at the bottom says.
    QString detail() const;

private:
    void arrange();
    void makeActions();
    void refresh();
    void follow();
    QString selectedText() const;
    void say(const QString& sentence);

    ViewContext& m_context;
    StepStrip* m_strip;
    TimelineCanvas* m_canvas;
    QLabel* m_stepLabel;
    QLabel* m_recordingLabel;
    QPushButton* m_resume;
    QLabel* m_detail;
    QString m_said; ///< a message that stands in the detail line until the selection changes
};

} // namespace cutaway::ui
