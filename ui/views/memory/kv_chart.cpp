#include "ui/views/memory/kv_chart.h"

#include "ui/widgets/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr int kHeight = 140;
constexpr int kTicks = 4; ///< gaps between labels of an axis

/// The smallest 1, 2, 4 or 5 times a power of ten, four times, that is not below: so that the labels are round.
double roundEnd(double value)
{
    double decade = 1;
    for (;; decade *= 10)
        for (const double factor : { 4.0, 8.0, 20.0 })
            if (value <= decade * factor)
                return decade * factor;
}

} // namespace

KvChart::KvChart(QWidget* parent)
    : QChartView(parent)
    , m_line(new QLineSeries(this))
    , m_top(new QLineSeries(this))
    , m_area(new QAreaSeries(m_top))
    , m_time(new QValueAxis(this))
    , m_positions(new QValueAxis(this))
{
    chart()->legend()->hide();
    chart()->addSeries(m_area);
    chart()->addSeries(m_line);
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_positions, Qt::AlignLeft);
    chart()->setMargins({ 0, 4, 0, 0 });
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundRoundness(0);
    for (QAbstractSeries* series : { static_cast<QAbstractSeries*>(m_area), static_cast<QAbstractSeries*>(m_line) }) {
        series->attachAxis(m_time);
        series->attachAxis(m_positions);
    }
    m_time->setLabelFormat(QStringLiteral("%g s"));
    m_time->setGridLineVisible(false);
    m_time->setTickCount(kTicks + 1);
    m_positions->setLabelFormat(QStringLiteral("%d"));
    m_positions->setTickCount(kTicks / 2 + 1);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Positions in the KV cache over time"));
}

QSize KvChart::sizeHint() const { return { 240, kHeight }; }

void KvChart::showHistory(const KvHistory& history, std::int64_t capacity)
{
    QList<QPointF> points;
    points.reserve(qsizetype(history.points().size()));
    std::int64_t highest = 0;
    for (const KvHistory::Point& point : history.points()) {
        points.append({ double(point.ns) / 1e9, double(point.positions) });
        highest = std::max(highest, point.positions);
    }
    m_line->replace(points);
    m_top->replace(points);
    m_time->setRange(0, roundEnd(points.isEmpty() ? 1 : std::max(1.0, points.back().x())));
    const double end = roundEnd(double(std::max<std::int64_t>(highest, 1)));
    m_positions->setRange(0, capacity > 0 ? std::min(double(capacity), end) : end);
}

void KvChart::applyTheme(const Theme& theme)
{
    const QColor kv = theme.buffer(api::BufferKind::kv);
    QColor under = kv;
    under.setAlphaF(0.25F);
    m_line->setPen(QPen(kv, 2));
    m_area->setPen(Qt::NoPen);
    m_area->setBrush(under);
    chart()->setBackgroundBrush(Qt::NoBrush);
    chart()->setPlotAreaBackgroundVisible(false);
    setBackgroundBrush(theme.color(ColorToken::panel));
    QFont small = font();
    small.setPixelSize(11);
    for (QValueAxis* axis : { m_time, m_positions }) {
        axis->setLabelsFont(small);
        axis->setLabelsColor(theme.color(ColorToken::textDim));
        axis->setGridLineColor(theme.color(ColorToken::line));
        axis->setLinePenColor(theme.color(ColorToken::line));
    }
}

} // namespace cutaway::ui
