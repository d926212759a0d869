#pragma once
#include "ui/models/strip_layout.h"
#include "ui/widgets/imgui_canvas.h"

#include <optional>

namespace cutaway::ui {

class ProfileStore;
class Selection;
class Theme;

/// One bar per step, as high as its time: a click selects the step, a drag a range of steps. Scrolls with the newest step until it is moved.
class StepStrip : public ImGuiCanvas {
    Q_OBJECT
public:
    StepStrip(ProfileStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    /// The time that the timeline below shows is boxed.
    void setVisibleTime(TimeRange range);
    /// Selects the step `delta` after the selected one (or after the newest).
    void moveStep(int delta);
    /// Shows the newest step and those before it, also as new ones come.
    void follow();

    QSize sizeHint() const override;

protected:
    void paintCanvas(CanvasPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void storeChanged();
    double barsWidth() const;
    void paintBar(CanvasPainter& painter, const StripBar& bar, double tallestNs);
    void paintBox(CanvasPainter& painter);
    void paintSelectedRange(CanvasPainter& painter);
    double tallestNs(const std::vector<StripBar>& bars) const;
    void select(std::size_t from, std::size_t to);
    /// Steps whose time lies in the range, as indices [first, last); empty when there is none.
    std::pair<std::size_t, std::size_t> stepsOf(TimeRange range) const;

    ProfileStore& m_store;
    Selection& m_selection;
    const Theme& m_theme;
    StripWindow m_window;
    TimeRange m_visible;
    bool m_following = true;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_dragFrom; ///< left button: selecting
    std::optional<double> m_panX;          ///< other buttons: scrolling
};

} // namespace cutaway::ui
