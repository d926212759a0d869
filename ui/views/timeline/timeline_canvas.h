#pragma once
#include "ui/models/profile_store.h"
#include "ui/models/selection.h"
#include "ui/models/timeline_layout.h"
#include "ui/views/timeline/lane_painter.h"
#include "ui/widgets/imgui_canvas.h"

#include <optional>

namespace cutaway::ui {

class Theme;

/// The lanes of one step or of several: nodes, waits, sampling. Follows the newest step until something is selected or the view is moved;
/// zooming goes on following, so that the same place of every new step is seen.
class TimelineCanvas : public ImGuiCanvas {
    Q_OBJECT
public:
    /// What the pointer is on. Keeps its step alive.
    struct Pointed {
        StepPtr step;
        api::ProfileEvent event;
        std::uint32_t events = 1, steps = 1; ///< as in LaneItem
    };

    TimelineCanvas(ProfileStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    bool following() const { return m_selection.step() == 0 && !m_selection.range(); }
    TimeRange visibleTime() const { return m_range; }
    /// The step that the time axis counts from; null without steps.
    StepPtr step() const { return m_step; }
    const std::optional<Pointed>& pointed() const { return m_pointed; }
    const std::optional<TimeRange>& measured() const { return m_measured; }

    /// To the selected node; when it fills the view already, or none is selected, to the whole step.
    void zoomToSelection();
    void showWholeStep();
    /// Selects the next (+1) or previous (-1) node on the lane.
    void moveNode(int direction);
    /// Selection and measure go, the newest step is followed.
    void clearMarks();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void visibleTimeChanged(cutaway::ui::TimeRange range);
    void pointedChanged();

protected:
    void paintCanvas(CanvasPainter& painter) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { none, press, measure, pan };

    void storeChanged();
    void selectionChanged(Selection::Parts parts);
    void showStep(const StepPtr& step);
    void setRange(TimeRange range);
    void zoom(double factor, std::int64_t anchor);
    void pan(std::int64_t delta);
    /// Stops following: the step at hand becomes the selected one.
    void hold();
    void settleStep();
    void point(QPointF at);
    void selectAt(QPointF at);
    void select(const StepPtr& step, const api::ProfileEvent& event);
    std::optional<Pointed> pointedAt(QPointF at) const;
    QString measureText() const;
    QString tooltip() const;
    int laneCount() const { return int(m_store.lanes().size()); }
    LaneGeometry geometry() const;
    TimeScale scale() const;

    ProfileStore& m_store;
    Selection& m_selection;
    const Theme& m_theme;
    StepPtr m_step;
    TimeRange m_range;
    bool m_wholeStep = true;  ///< new steps are shown from end to end
    double m_labels = 76;     ///< as wide as the longest lane name, measured when painting
    double m_scrolled = 0;    ///< lanes, when they are more than fit
    std::uint16_t m_lane = 0; ///< on which `,` and `.` move
    std::optional<Pointed> m_pointed;
    std::optional<TimeRange> m_measured;
    Drag m_drag = Drag::none;
    QPointF m_dragFrom;
    std::int64_t m_dragFromNs = 0;
    std::optional<bool> m_wheelPans; ///< decided when a touchpad gesture begins, kept until it ends
};

} // namespace cutaway::ui
