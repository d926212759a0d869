#include "ui/views/timeline/timeline_canvas.h"

#include "ui/models/format.h"
#include "ui/models/node_text.h"
#include "ui/widgets/canvas_painter.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr double kWheelZoom = 1.25;
constexpr double kFineZoom = 1.06;
constexpr double kKeyZoom = 1.4;
constexpr double kKeyPan = 0.15;
constexpr double kNodeMargin = 1.0; ///< around a node that is zoomed to, in its own widths
constexpr double kPointSlack = 2;
constexpr double kDragStart = 4;
/// More steps on screen than this are too narrow for one node of them to be outlined.
constexpr std::size_t kOutlinedSteps = 64;

} // namespace

TimelineCanvas::TimelineCanvas(ProfileStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : ImGuiCanvas(parent)
    , m_store(store)
    , m_selection(selection)
    , m_theme(theme)
{
    setAccessibleName(tr("Timeline of the step"));
    setAccessibleDescription(tr("Comma and full stop select the previous and the next node; W and S zoom, A and D move."));
    connect(&store, &ProfileStore::changed, this, &TimelineCanvas::storeChanged);
    connect(&selection, &Selection::changed, this, &TimelineCanvas::selectionChanged);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    storeChanged();
}

QSize TimelineCanvas::sizeHint() const { return { 640, 180 }; }
QSize TimelineCanvas::minimumSizeHint() const { return { 240, 72 }; }

LaneGeometry TimelineCanvas::geometry() const { return laneGeometry(size(), m_labels, laneCount(), m_scrolled); }

TimeScale TimelineCanvas::scale() const
{
    const LaneGeometry at = geometry();
    return { m_range, at.labels, at.width };
}

// ---- What is shown --------------------------------------------------------------------------------------------------

void TimelineCanvas::storeChanged()
{
    if (m_store.empty()) {
        m_step.reset();
        m_pointed.reset();
        m_measured.reset();
        setRange({});
        return;
    }
    if (following() || !m_step)
        showStep(m_store.steps().back());
    update();
}

void TimelineCanvas::selectionChanged(Selection::Parts parts)
{
    update();
    if (m_store.empty() || !(parts & (Selection::Part::step | Selection::Part::range)))
        return;
    if (following()) {
        showStep(m_store.steps().back());
        return;
    }
    if (const auto index = m_store.indexOf(m_selection.step()); index && m_store.steps()[*index] != m_step) {
        const StepPtr& step = m_store.steps()[*index];
        if (!m_wholeStep && m_range.contains((step->startNs + step->endNs) / 2))
            m_step = step;
        else
            showStep(step);
    }
    if (parts.testFlag(Selection::Part::range) && m_selection.range()) {
        m_wholeStep = false;
        setRange({ m_selection.range()->startNs, m_selection.range()->endNs });
    }
}

/// A step of the same shape is shown where the one before was: the view stands still while steps pass under it.
void TimelineCanvas::showStep(const StepPtr& step)
{
    const bool alike = m_step && m_step->plan == step->plan;
    const std::int64_t offset = m_step ? m_range.from - m_step->startNs : 0;
    m_step = step;
    if (m_wholeStep || !alike || m_range.empty())
        showWholeStep();
    else
        setRange(panned({ step->startNs + offset, step->startNs + offset + m_range.span() }, 0, m_store.extent()));
}

void TimelineCanvas::showWholeStep()
{
    if (!m_step)
        return;
    m_wholeStep = true;
    setRange({ m_step->startNs, std::max(lastEventEnd(*m_step), m_step->startNs + kNarrowestSpanNs) });
}

void TimelineCanvas::setRange(TimeRange range)
{
    update();
    if (m_range == range)
        return;
    m_range = range;
    emit visibleTimeChanged(range);
}

void TimelineCanvas::zoom(double factor, std::int64_t anchor)
{
    m_wholeStep = false;
    setRange(zoomed(m_range, anchor, factor, m_store.extent()));
}

void TimelineCanvas::pan(std::int64_t delta)
{
    hold();
    m_wholeStep = false;
    setRange(panned(m_range, delta, m_store.extent()));
}

void TimelineCanvas::hold()
{
    if (m_step && following())
        m_selection.selectStep(m_step->id);
}

/// After the view was moved: the step in its middle is the one that is looked at.
void TimelineCanvas::settleStep()
{
    const auto steps = stepsIn(m_store.steps(), { m_range.from + m_range.span() / 2, m_range.from + m_range.span() / 2 + 1 });
    if (!following() && !m_selection.range() && !steps.empty())
        m_selection.selectStep(steps.back()->id);
}

void TimelineCanvas::zoomToSelection()
{
    if (!m_step)
        return;
    const auto& node = m_selection.node();
    const NodeCost cost = node && m_step->plan && m_step->plan->id == node->plan ? nodeCost(*m_step, node->index) : NodeCost {};
    const TimeRange wanted = padded({ cost.startNs, cost.endNs }, kNodeMargin, m_store.extent());
    if (cost.lanes == 0 || wanted == m_range)
        return showWholeStep();
    m_wholeStep = false;
    setRange(wanted);
}

void TimelineCanvas::moveNode(int direction)
{
    if (!m_step)
        return;
    hold();
    const auto& node = m_selection.node();
    std::int64_t at = direction > 0 ? INT64_MIN : INT64_MAX;
    if (node && m_step->plan && m_step->plan->id == node->plan)
        for (const api::ProfileEvent& event : laneEvents(*m_step, m_lane))
            if (event.kind == api::EventKind::node && event.node == node->index)
                at = event.startNs;
    const api::ProfileEvent* next = neighbourNode(*m_step, m_lane, at, direction);
    if (!next)
        return;
    select(m_step, *next);
    if (next->startNs < m_range.from || next->endNs > m_range.to)
        setRange(panned(m_range, (next->startNs + next->endNs) / 2 - m_range.from - m_range.span() / 2, m_store.extent()));
}

void TimelineCanvas::clearMarks()
{
    m_measured.reset();
    m_selection.selectNode(std::nullopt);
    m_selection.selectRange(std::nullopt);
    m_selection.selectStep(0);
    update();
}

void TimelineCanvas::select(const StepPtr& step, const api::ProfileEvent& event)
{
    m_lane = event.lane;
    m_selection.selectStep(step->id);
    if (step->plan)
        m_selection.selectNode(Selection::Node { step->plan->id, event.node });
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

void TimelineCanvas::paintCanvas(CanvasPainter& painter)
{
    painter.fill(QRectF(QPointF(), painter.size()), m_theme.color(ColorToken::panel));
    double longest = 0;
    for (const QString& lane : m_store.lanes())
        longest = std::max(longest, painter.textWidth(lane, CanvasFont::small));
    m_labels = std::ceil(longest) + spacing::medium;
    const LaneGeometry at = geometry();
    const TimeScale time = scale();
    LanePainter lanes(painter, m_theme, at, time);
    painter.clip({ 0, 0, painter.size().width(), at.axisTop });
    for (int lane = 0; lane < laneCount(); ++lane) {
        lanes.paintTrack(lane, m_store.lanes()[lane]);
        for (const LaneItem& item : layoutLane(m_store.steps(), std::uint16_t(lane), time)) {
            const bool hovered = m_pointed && m_pointed->step.get() == item.step && m_pointed->event.lane == lane
                && m_pointed->event.startNs == item.event->startNs;
            lanes.paintItem(lane, item, hovered);
        }
    }
    const auto visible = stepsIn(m_store.steps(), m_range);
    lanes.paintStepBorders(visible);
    if (m_selection.node() && visible.size() <= kOutlinedSteps)
        lanes.paintSelectedNode(laneCount(), visible, *m_selection.node());
    if (m_measured)
        lanes.paintMeasure(*m_measured, measureText());
    painter.unclip();
    if (m_step)
        lanes.paintAxis(m_step->startNs);
    if (hasFocus())
        painter.outline(QRectF(QPointF(), painter.size()), m_theme.color(ColorToken::accent));
}

QString TimelineCanvas::measureText() const
{
    const QString span = formatDuration(m_measured->span());
    std::int64_t tokens = 0;
    for (const StepPtr& step : stepsIn(m_store.steps(), *m_measured))
        tokens += step->startNs >= m_measured->from && step->endNs <= m_measured->to ? step->tokens : 0;
    if (tokens == 0)
        return span;
    return span % QStringLiteral(" · ") % formatTokenRate(double(tokens) * 1e9 / double(m_measured->span()));
}

// ---- Pointer --------------------------------------------------------------------------------------------------------

std::optional<TimelineCanvas::Pointed> TimelineCanvas::pointedAt(QPointF at) const
{
    const int lane = geometry().laneAt(at.y());
    if (lane < 0 || lane >= laneCount() || at.x() < m_labels)
        return std::nullopt;
    const auto items = layoutLane(m_store.steps(), std::uint16_t(lane), scale());
    const LaneItem* item = itemAt(items, at.x(), kPointSlack);
    const auto index = item ? m_store.indexOf(item->step->id) : std::nullopt;
    if (!index)
        return std::nullopt;
    return Pointed { m_store.steps()[*index], *item->event, item->events, item->steps };
}

void TimelineCanvas::point(QPointF at)
{
    auto now = pointedAt(at);
    const auto same = [](const std::optional<Pointed>& a, const std::optional<Pointed>& b) {
        return a.has_value() == b.has_value()
            && (!a || (a->event.startNs == b->event.startNs && a->event.lane == b->event.lane && a->events == b->events));
    };
    if (same(now, m_pointed))
        return;
    m_pointed = std::move(now);
    if (m_pointed)
        QToolTip::showText(mapToGlobal(at.toPoint()), tooltip(), this);
    else
        QToolTip::hideText();
    update();
    emit pointedChanged();
}

QString TimelineCanvas::tooltip() const
{
    const api::ProfileEvent& event = m_pointed->event;
    const QString time = formatDuration(event.endNs - event.startNs);
    if (m_pointed->steps > 1)
        return tr("%n steps. Zoom in to see them.", nullptr, int(m_pointed->steps));
    if (m_pointed->events > 1)
        return tr("%n events. Zoom in to see them.", nullptr, int(m_pointed->events));
    switch (event.kind) {
    case api::EventKind::wait: return tr("Waiting for the other workers: %1").arg(time);
    case api::EventKind::sample: return tr("Sampling: %1").arg(time);
    case api::EventKind::tokenText: return tr("Token to text: %1").arg(time);
    case api::EventKind::node: break;
    }
    const auto& plan = m_pointed->step->plan;
    if (!plan || event.node >= plan->nodes.size())
        return time;
    const api::NodeInfo& node = plan->nodes[event.node];
    const Roofs roofs { m_store.roofBytesPerSecond(), m_store.roofFlops() };
    return detailLine(node, nodeCost(*m_pointed->step, event.node), roofs) % QChar(u'\n') % familyName(node.family) % QStringLiteral(" · ")
        % tr("%1 on this worker").arg(time);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    m_dragFromNs = scale().at(m_dragFrom.x());
    m_drag = event->button() == Qt::LeftButton ? Drag::press : Drag::pan;
    if (m_drag == Drag::pan)
        setCursor(Qt::ClosedHandCursor);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_store.empty())
        return;
    switch (m_drag) {
    case Drag::none: point(at); return;
    case Drag::pan: pan(m_dragFromNs - scale().at(at.x())); return;
    case Drag::press:
        if (std::abs(at.x() - m_dragFrom.x()) < kDragStart)
            return;
        m_drag = Drag::measure;
        hold();
        [[fallthrough]];
    case Drag::measure: {
        const std::int64_t now = std::clamp(scale().at(at.x()), m_range.from, m_range.to);
        m_measured = TimeRange { std::min(m_dragFromNs, now), std::max(m_dragFromNs, now) };
        update();
        emit pointedChanged();
        return;
    }
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::none);
    unsetCursor();
    if (drag == Drag::press)
        selectAt(event->position());
    if (drag == Drag::pan)
        settleStep();
}

void TimelineCanvas::selectAt(QPointF at)
{
    m_measured.reset();
    const auto pointed = pointedAt(at);
    if (pointed && pointed->events == 1 && pointed->steps == 1 && pointed->event.kind == api::EventKind::node)
        select(pointed->step, pointed->event);
    else
        m_selection.selectNode(std::nullopt);
    update();
    emit pointedChanged();
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto pointed = pointedAt(event->position());
    if (!pointed)
        return showWholeStep();
    if (pointed->events == 1 && pointed->steps == 1)
        return zoomToSelection();
    // A crowd: its first events become wide enough to be told apart.
    hold();
    zoom(1.0 / 16, pointed->event.startNs);
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    if (m_pointed) {
        m_pointed.reset();
        update();
        emit pointedChanged();
    }
    ImGuiCanvas::leaveEvent(event);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (m_store.empty())
        return;
    const QPoint delta = event->angleDelta();
    if (event->phase() == Qt::NoScrollPhase || event->phase() == Qt::ScrollBegin)
        m_wheelPans.reset();
    if (delta.isNull())
        return;
    if (!m_wheelPans)
        m_wheelPans = std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier);
    const double turns = (*m_wheelPans ? delta.x() + delta.y() : delta.y()) / 120.0;
    if (event->position().x() < m_labels) {
        m_scrolled = std::max(0.0, m_scrolled - turns * geometry().pitch);
        update();
    } else if (*m_wheelPans) {
        pan(-std::int64_t(turns * kKeyPan * double(m_range.span())));
        settleStep();
    } else {
        const double base = event->modifiers().testFlag(Qt::ControlModifier) ? kFineZoom : kWheelZoom;
        zoom(std::pow(base, -turns), scale().at(event->position().x()));
        point(event->position());
    }
}

// ---- Keys -----------------------------------------------------------------------------------------------------------

bool TimelineCanvas::event(QEvent* event)
{
    // Escape clears what is marked here before it means something to the window.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape
        && (!following() || m_measured || m_selection.node()))
        event->accept();
    return ImGuiCanvas::event(event);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    if (m_store.empty() || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return ImGuiCanvas::keyPressEvent(event);
    const QPointF pointer = mapFromGlobal(QCursor::pos());
    const bool inside = QRectF(geometry().area()).contains(pointer);
    const std::int64_t anchor = inside ? scale().at(pointer.x()) : m_range.from + m_range.span() / 2;
    const auto part = std::int64_t(kKeyPan * double(m_range.span()));
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Up: return zoom(1 / kKeyZoom, anchor);
    case Qt::Key_S:
    case Qt::Key_Down: return zoom(kKeyZoom, anchor);
    case Qt::Key_A:
    case Qt::Key_Left: pan(-part); return settleStep();
    case Qt::Key_D:
    case Qt::Key_Right: pan(part); return settleStep();
    case Qt::Key_Escape: return clearMarks();
    default: ImGuiCanvas::keyPressEvent(event);
    }
}

} // namespace cutaway::ui
