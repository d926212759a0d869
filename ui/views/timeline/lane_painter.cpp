#include "ui/views/timeline/lane_painter.h"

#include "ui/models/node_text.h"
#include "ui/models/step_events.h"
#include "ui/models/time_axis.h"
#include "ui/widgets/canvas_painter.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr double kMargin = 4;
constexpr double kTallestLane = 34;
constexpr double kLowestLane = 14;
constexpr double kLaneGap = 8;
constexpr double kAxisHeight = 24;
constexpr double kBarInset = 1;
/// Crowds are lower than events: there is more to see in them.
constexpr double kCrowdInset = 5;
constexpr double kLabelPadding = 4;
constexpr double kTickDistance = 110;
constexpr float kCrowdAlpha = 0.7F;

double linear(double channel) { return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); }

/// Relative luminance as WCAG defines it.
double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// Black or white, whichever is easier to read on the ground.
QColor inkOn(const QColor& ground)
{
    const double light = luminance(ground);
    return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? QColor(0x0c, 0x10, 0x16) : QColor(Qt::white);
}

} // namespace

int LaneGeometry::laneAt(double y) const
{
    if (pitch <= 0 || y < top || y >= axisTop)
        return -1;
    const int lane = int((y - top) / pitch);
    return y - top - lane * pitch < laneHeight ? lane : -1;
}

LaneGeometry laneGeometry(QSizeF size, double labels, int lanes, double scrolled)
{
    LaneGeometry geometry;
    geometry.labels = labels;
    geometry.width = std::max(1.0, size.width() - labels);
    geometry.axisTop = std::max(0.0, size.height() - kAxisHeight);
    const double room = lanes > 0 ? (geometry.axisTop - kMargin) / lanes : 0;
    geometry.laneHeight = std::clamp(room - kLaneGap, kLowestLane, kTallestLane);
    geometry.pitch = geometry.laneHeight + std::clamp(room - geometry.laneHeight, 2.0, kLaneGap);
    const double hidden = std::max(0.0, kMargin + lanes * geometry.pitch - geometry.axisTop);
    geometry.top = kMargin - std::clamp(scrolled, 0.0, hidden);
    geometry.axisTop = std::min(geometry.axisTop, kMargin + lanes * geometry.pitch);
    return geometry;
}

LanePainter::LanePainter(CanvasPainter& painter, const Theme& theme, const LaneGeometry& geometry, const TimeScale& scale)
    : m_painter(painter)
    , m_theme(theme)
    , m_geometry(geometry)
    , m_scale(scale)
{
}

QRectF LanePainter::barOf(int lane, double x0, double x1, double inset) const
{
    const QRectF track = m_geometry.track(lane);
    const double room = std::min(inset, track.height() / 4);
    return { x0, track.top() + room, x1 - x0, track.height() - 2 * room };
}

void LanePainter::paintTrack(int lane, const QString& name)
{
    const QRectF track = m_geometry.track(lane);
    m_painter.fill(track, m_theme.color(ColorToken::background), spacing::radiusItem);
    m_painter.text({ 0, track.center().y() - m_painter.lineHeight(CanvasFont::small) / 2 }, name, m_theme.color(ColorToken::textDim),
        CanvasFont::small);
}

void LanePainter::paintItem(int lane, const LaneItem& item, bool hovered)
{
    const bool wait = item.family == api::OpFamily::wait;
    QColor color = m_theme.family(item.family);
    if (!item.single()) {
        color.setAlphaF(hovered ? 1.0F : kCrowdAlpha);
        m_painter.fill(barOf(lane, item.x0, item.x1, kCrowdInset), color);
        return;
    }
    const QRectF bar = barOf(lane, item.x0, std::max(item.x1 - m_painter.hairline(), item.x0), kBarInset);
    if (wait) {
        m_painter.hatch(bar, hovered ? color.lighter(130) : color);
        return;
    }
    if (hovered)
        color = m_theme.isDark() ? color.lighter(118) : color.darker(112);
    m_painter.fill(bar, color, spacing::radiusItem);
    if (item.event->kind == api::EventKind::node && item.step->plan && item.event->node < item.step->plan->nodes.size())
        paintLabel(bar, barLabel(item.step->plan->nodes[item.event->node]), color);
}

/// The whole label, or its first word, or none: never a cut one.
void LanePainter::paintLabel(const QRectF& bar, const QString& label, const QColor& ground)
{
    constexpr CanvasFont kFont = CanvasFont::small;
    const double room = bar.width() - 2 * kLabelPadding;
    if (room < 8 || bar.height() < m_painter.lineHeight(kFont))
        return;
    QStringView text = label;
    double width = m_painter.textWidth(text, kFont);
    if (width > room) {
        text = text.left(label.indexOf(QChar(u' ')));
        width = m_painter.textWidth(text, kFont);
        if (width > room)
            return;
    }
    m_painter.text({ bar.center().x() - width / 2, bar.center().y() - m_painter.lineHeight(kFont) / 2 }, text, inkOn(ground), kFont);
}

void LanePainter::paintSelectedNode(int lanes, std::span<const StepPtr> steps, Selection::Node node)
{
    const QColor color = m_theme.color(ColorToken::text);
    for (const StepPtr& step : steps) {
        if (!step->plan || step->plan->id != node.plan)
            continue;
        for (const api::ProfileEvent& event : step->events) {
            if (event.kind != api::EventKind::node || event.node != node.index || event.lane >= lanes)
                continue;
            const double x0 = std::max(m_scale.x(event.startNs), m_scale.left);
            const double x1 = std::min(m_scale.x(event.endNs), m_scale.left + m_scale.width);
            if (x1 >= x0)
                m_painter.outline(barOf(event.lane, x0 - 1, std::max(x1 + 1, x0 + 3), -1), color, 2, spacing::radiusItem + 1);
        }
    }
}

void LanePainter::paintStepBorders(std::span<const StepPtr> steps)
{
    // Closer together they would hide what they divide.
    constexpr double kApart = 40;
    double before = m_scale.left - kApart;
    for (const StepPtr& step : steps) {
        const double x = m_scale.x(step->startNs);
        if (x <= m_scale.left || x - before < kApart)
            continue;
        m_painter.line({ x, 0 }, { x, m_geometry.axisTop }, m_theme.color(ColorToken::textDim), m_painter.hairline());
        before = x;
    }
}

void LanePainter::paintAxis(std::int64_t origin)
{
    const QColor dim = m_theme.color(ColorToken::textDim);
    const QColor line = m_theme.color(ColorToken::line);
    const double y = m_geometry.axisTop;
    m_painter.line({ m_geometry.labels, y }, { m_geometry.labels + m_geometry.width, y }, line, m_painter.hairline());
    const int most = std::max(2, int(m_geometry.width / kTickDistance));
    for (const TimeTick& tick : timeTicks(m_scale.range, origin, most)) {
        const double x = m_scale.x(tick.at);
        m_painter.line({ x, y }, { x, y + 4 }, dim, m_painter.hairline());
        const double width = m_painter.textWidth(tick.label, CanvasFont::small);
        const double right = m_geometry.labels + m_geometry.width;
        m_painter.text({ std::clamp(x - width / 2, m_geometry.labels, right - width), y + 6 }, tick.label, dim, CanvasFont::small);
    }
}

void LanePainter::paintMeasure(TimeRange range, const QString& text)
{
    const double x0 = std::clamp(m_scale.x(range.from), m_scale.left, m_scale.left + m_scale.width);
    const double x1 = std::clamp(m_scale.x(range.to), m_scale.left, m_scale.left + m_scale.width);
    const QColor accent = m_theme.color(ColorToken::accent);
    QColor band = accent;
    band.setAlphaF(0.18F);
    m_painter.fill({ x0, 0, x1 - x0, m_geometry.axisTop }, band);
    m_painter.line({ x0, 0 }, { x0, m_geometry.axisTop }, accent);
    m_painter.line({ x1, 0 }, { x1, m_geometry.axisTop }, accent);
    const double width = m_painter.textWidth(text) + 2 * spacing::small;
    const double left =
        std::clamp((x0 + x1 - width) / 2, m_geometry.labels, std::max(m_geometry.labels, m_geometry.labels + m_geometry.width - width));
    const QRectF box(left, kMargin, width, m_painter.lineHeight() + spacing::tiny);
    m_painter.fill(box, accent, spacing::radiusItem);
    m_painter.text({ left + spacing::small, kMargin + spacing::tiny / 2.0 }, text, m_theme.color(ColorToken::onAccent));
}

} // namespace cutaway::ui
