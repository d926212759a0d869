#include "ui/widgets/gauge.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace cutaway::ui {
namespace {

constexpr double kTight = 0.85;

} // namespace

Gauge::Gauge(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void Gauge::setShare(double share)
{
    m_share = std::clamp(share, 0.0, 1.0);
    update();
}

void Gauge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(ColorToken::line));
    painter.drawRoundedRect(rect(), 3, 3);
    if (m_share <= 0)
        return;
    QRect filled = rect();
    filled.setWidth(std::max(4, int(width() * m_share)));
    painter.setBrush(m_theme.color(m_share < kTight ? ColorToken::accent : ColorToken::warn));
    painter.drawRoundedRect(filled, 3, 3);
}

} // namespace cutaway::ui
