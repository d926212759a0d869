#include "ui/views/timeline/step_strip.h"

#include "ui/models/node_text.h"
#include "ui/models/selection.h"
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

constexpr int kHeight = 48;
constexpr double kTop = 4;
/// The box around the newest step needs it.
constexpr double kRoomForBox = 4;
constexpr double kShortestBar = 2;
/// A bar this many times the typical decode step fills the strip; taller ones are cut and marked.
constexpr double kHeadroom = 2;
/// Steps that are all alike leave this much room, so that a slow one shows when it comes.
constexpr double kLeastHeadroom = 1.5;
constexpr double kWheelZoom = 1.25;

std::int64_t wallNs(const api::StepRecord& step) { return step.endNs - step.startNs; }

ColorToken colorOf(StepPace pace)
{
    switch (pace) {
    case StepPace::even: return ColorToken::good;
    case StepPace::slow: return ColorToken::warn;
    case StepPace::verySlow: return ColorToken::bad;
    }
    return ColorToken::good;
}

} // namespace

StepStrip::StepStrip(ProfileStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : ImGuiCanvas(parent)
    , m_store(store)
    , m_selection(selection)
    , m_theme(theme)
{
    setAccessibleName(tr("Steps"));
    setAccessibleDescription(tr("One bar per step. Left and right select a step."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&store, &ProfileStore::changed, this, &StepStrip::storeChanged);
    connect(&selection, &Selection::changed, this, [this](Selection::Parts parts) {
        if (parts & (Selection::Part::step | Selection::Part::range))
            update();
    });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize StepStrip::sizeHint() const { return { 400, kHeight }; }

double StepStrip::barsWidth() const { return std::max(1.0, width() - kRoomForBox); }

void StepStrip::setVisibleTime(TimeRange range)
{
    if (m_visible == range)
        return;
    m_visible = range;
    update();
}

void StepStrip::storeChanged()
{
    if (m_following)
        m_window = stripAtEnd(m_window, m_store.steps().size(), barsWidth());
    m_hovered.reset();
    update();
}

void StepStrip::follow()
{
    m_following = true;
    m_window = stripAtEnd(m_window, m_store.steps().size(), barsWidth());
    update();
}

void StepStrip::moveStep(int delta)
{
    const auto steps = m_store.steps();
    if (steps.empty())
        return;
    const std::size_t last = steps.size() - 1;
    const auto now = std::int64_t(m_store.indexOf(m_selection.step()).value_or(last));
    const auto next = std::size_t(std::clamp<std::int64_t>(now + delta, 0, std::int64_t(last)));
    select(next, next);
    const double shown = barsWidth() / m_window.pitch;
    if (double(next) < m_window.first || double(next) >= m_window.first + shown) {
        m_following = false;
        m_window = scrolledStrip(m_window, (double(next) - m_window.first - shown / 2) * m_window.pitch, steps.size(), barsWidth());
    }
}

void StepStrip::select(std::size_t from, std::size_t to)
{
    const auto steps = m_store.steps();
    if (from > to)
        std::swap(from, to);
    m_selection.selectStep(steps[to]->id);
    if (from == to)
        m_selection.selectRange(std::nullopt);
    else
        m_selection.selectRange(Selection::Range { steps[from]->startNs, steps[to]->endNs });
}

std::pair<std::size_t, std::size_t> StepStrip::stepsOf(TimeRange range) const
{
    const auto steps = m_store.steps();
    const auto first = std::partition_point(steps.begin(), steps.end(), [&](const StepPtr& step) { return step->endNs <= range.from; });
    const auto last = std::partition_point(first, steps.end(), [&](const StepPtr& step) { return step->startNs < range.to; });
    return { std::size_t(first - steps.begin()), std::size_t(last - steps.begin()) };
}

double StepStrip::tallestNs(const std::vector<StripBar>& bars) const
{
    double tallest = 1;
    double typicalDecode = 0;
    for (const StripBar& bar : bars) {
        const api::StepRecord& step = *m_store.steps()[bar.slowest];
        tallest = std::max(tallest, double(wallNs(step)));
        if (step.kind == api::StepKind::decode)
            typicalDecode = std::max(typicalDecode, double(m_store.typicalNs(step)));
    }
    return typicalDecode > 0 ? std::clamp(tallest, kLeastHeadroom * typicalDecode, kHeadroom * typicalDecode) : tallest;
}

void StepStrip::paintCanvas(CanvasPainter& painter)
{
    painter.fill(QRectF(QPointF(), painter.size()), m_theme.color(ColorToken::panel));
    paintSelectedRange(painter);
    const auto bars = layoutStrip(m_store.steps(), m_window, barsWidth());
    const double tallest = tallestNs(bars);
    for (const StripBar& bar : bars)
        paintBar(painter, bar, tallest);
    painter.line({ 0, height() - painter.hairline() }, { double(width()), height() - painter.hairline() }, m_theme.color(ColorToken::line));
    paintBox(painter);
    if (hasFocus())
        painter.outline(QRectF(QPointF(), painter.size()), m_theme.color(ColorToken::accent));
}

void StepStrip::paintBar(CanvasPainter& painter, const StripBar& bar, double tallestNs)
{
    const api::StepRecord& step = *m_store.steps()[bar.slowest];
    QColor color = m_theme.color(colorOf(paceOf(wallNs(step), m_store.typicalNs(step))));
    const bool hovered = m_hovered && *m_hovered >= bar.first && *m_hovered < bar.first + bar.count;
    if (hovered)
        color = m_theme.isDark() ? color.lighter(125) : color.darker(115);
    const double room = height() - kTop;
    const double share = double(wallNs(step)) / tallestNs;
    const double tall = std::max(kShortestBar, std::min(1.0, share) * room);
    painter.fill({ bar.x0, height() - tall, bar.x1 - bar.x0, tall }, color);
    if (share > 1.001) // taller than the strip: a break near its top
        painter.fill({ bar.x0, kTop + 4, bar.x1 - bar.x0, 2 }, m_theme.color(ColorToken::panel));
}

void StepStrip::paintSelectedRange(CanvasPainter& painter)
{
    const auto& range = m_selection.range();
    if (!range)
        return;
    const auto [first, last] = stepsOf({ range->startNs, range->endNs });
    QColor color = m_theme.color(ColorToken::accent);
    color.setAlphaF(0.22F);
    painter.fill({ (double(first) - m_window.first) * m_window.pitch, 0, double(last - first) * m_window.pitch, double(height()) }, color);
}

void StepStrip::paintBox(CanvasPainter& painter)
{
    if (m_visible.empty() || m_store.empty())
        return;
    const auto [first, last] = stepsOf(m_visible);
    if (first == last)
        return;
    const double x0 = (double(first) - m_window.first) * m_window.pitch;
    const double x1 = (double(last) - m_window.first) * m_window.pitch;
    painter.outline({ x0 - 2, 1, std::max(4.0, x1 - x0 + 3), height() - 2.0 }, m_theme.color(ColorToken::accent), 2, spacing::radiusItem);
}

void StepStrip::mousePressEvent(QMouseEvent* event)
{
    if (m_store.empty())
        return;
    if (event->button() == Qt::LeftButton) {
        m_dragFrom = stepAt(m_window, event->position().x(), m_store.steps().size());
        select(*m_dragFrom, *m_dragFrom);
    } else {
        m_panX = event->position().x();
    }
}

void StepStrip::mouseMoveEvent(QMouseEvent* event)
{
    const auto steps = m_store.steps();
    if (steps.empty())
        return;
    const double x = event->position().x();
    if (m_panX) {
        m_following = false;
        m_window = scrolledStrip(m_window, *m_panX - x, steps.size(), barsWidth());
        m_panX = x;
        update();
        return;
    }
    const std::size_t at = stepAt(m_window, x, steps.size());
    if (m_dragFrom)
        select(*m_dragFrom, at);
    const bool inside = x < (double(steps.size()) - m_window.first) * m_window.pitch;
    const auto hovered = inside ? std::optional(at) : std::nullopt;
    if (hovered != m_hovered) {
        m_hovered = hovered;
        update();
        if (hovered)
            QToolTip::showText(event->globalPosition().toPoint(), stepLine(*steps[at]), this);
        else
            QToolTip::hideText();
    }
}

void StepStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_dragFrom.reset();
    m_panX.reset();
}

void StepStrip::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    const std::size_t steps = m_store.steps().size();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_following = false;
        m_window = scrolledStrip(m_window, -(delta.x() + delta.y()), steps, barsWidth());
    } else {
        m_window = zoomedStrip(m_window, event->position().x(), std::pow(kWheelZoom, delta.y() / 120.0), steps, barsWidth());
        if (m_following)
            m_window = stripAtEnd(m_window, steps, barsWidth());
    }
    event->accept();
    update();
}

void StepStrip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: // time runs to the right in every language
        return moveStep(-1);
    case Qt::Key_Right: return moveStep(1);
    default: ImGuiCanvas::keyPressEvent(event);
    }
}

void StepStrip::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    update();
    ImGuiCanvas::leaveEvent(event);
}

void StepStrip::resizeEvent(QResizeEvent* event)
{
    ImGuiCanvas::resizeEvent(event);
    m_window = m_following ? stripAtEnd(m_window, m_store.steps().size(), barsWidth())
                           : scrolledStrip(m_window, 0, m_store.steps().size(), barsWidth());
}

} // namespace cutaway::ui
