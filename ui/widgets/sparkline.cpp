#include "ui/widgets/sparkline.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr std::size_t kKept = 60;

} // namespace

Sparkline::Sparkline(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void Sparkline::add(double value)
{
    m_values.push_back(value);
    if (m_values.size() > kKept)
        m_values.pop_front();
    update();
}

void Sparkline::clear()
{
    m_values.clear();
    update();
}

void Sparkline::paintEvent(QPaintEvent*)
{
    if (m_values.size() < 2)
        return;
    const auto [low, high] = std::minmax_element(m_values.begin(), m_values.end());
    const double range = std::max(*high - *low, *high * 0.1 + 1e-9);
    QPainterPath path;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const double x = 1 + double(i) * (width() - 2) / double(kKept - 1);
        const double y = height() - 4 - (m_values[i] - *low) / range * (height() - 8);
        i == 0 ? path.moveTo(x, y) : path.lineTo(x, y);
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(ColorToken::accent), 1.5));
    painter.drawPath(path);
}

} // namespace cutaway::ui
