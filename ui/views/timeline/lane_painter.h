#pragma once
#include "ui/models/selection.h"
#include "ui/models/timeline_layout.h"

#include <QRectF>
#include <QStringList>

namespace cutaway::ui {

class CanvasPainter;
class Theme;

/// Where the lanes of a timeline lie.
struct LaneGeometry {
    double labels = 0; ///< width of the names' column
    double width = 0;  ///< of the time area beside it
    double laneHeight = 0;
    double pitch = 0;   ///< from one lane to the next
    double top = 0;     ///< of the first lane; above 0 by the margin, less what was scrolled
    double axisTop = 0; ///< the lanes end here

    QRectF track(int lane) const { return { labels, top + lane * pitch, width, laneHeight }; }
    QRectF area() const { return { labels, 0, width, axisTop }; }
    /// -1: between or beside the lanes.
    int laneAt(double y) const;
};
LaneGeometry laneGeometry(QSizeF size, double labels, int lanes, double scrolled);

/// Draws the lanes of a timeline.
class LanePainter {
public:
    LanePainter(CanvasPainter& painter, const Theme& theme, const LaneGeometry& geometry, const TimeScale& scale);

    void paintTrack(int lane, const QString& name);
    void paintItem(int lane, const LaneItem& item, bool hovered);
    /// Outlines the node in every step where it is visible.
    void paintSelectedNode(int lanes, std::span<const StepPtr> steps, Selection::Node node);
    void paintStepBorders(std::span<const StepPtr> steps);
    void paintAxis(std::int64_t origin);
    void paintMeasure(TimeRange range, const QString& text);

private:
    QRectF barOf(int lane, double x0, double x1, double inset) const;
    void paintLabel(const QRectF& bar, const QString& label, const QColor& ground);

    CanvasPainter& m_painter;
    const Theme& m_theme;
    const LaneGeometry& m_geometry;
    const TimeScale& m_scale;
};

} // namespace cutaway::ui
