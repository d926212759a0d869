#include "ui/widgets/canvas_painter.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace cutaway::ui {
namespace {

constexpr double kStripePitch = 5;
constexpr double kStripeWidth = 1.2;
constexpr float kGroundAlpha = 0.45F;

ImU32 packed(const QColor& color) { return IM_COL32(color.red(), color.green(), color.blue(), color.alpha()); }

} // namespace

CanvasPainter::CanvasPainter(ImDrawList& list, GlyphAtlas& atlas, QSizeF size, double scale)
    : m_list(list)
    , m_atlas(atlas)
    , m_size(size)
    , m_scale(scale)
{
}

float CanvasPainter::snap(double value) const { return float(std::round(value * m_scale)); }

void CanvasPainter::fill(const QRectF& rect, const QColor& color, double radius)
{
    const ImVec2 from(snap(rect.left()), snap(rect.top()));
    const ImVec2 to(std::max(snap(rect.right()), from.x + 1), std::max(snap(rect.bottom()), from.y + 1));
    // A corner needs room; ImGui would draw a lens.
    const double fits = std::min({ radius, rect.width() / 3, rect.height() / 3 });
    m_list.AddRectFilled(from, to, packed(color), fits < 1 ? 0 : float(fits * m_scale));
}

void CanvasPainter::outline(const QRectF& rect, const QColor& color, double width, double radius)
{
    const ImVec2 from(snap(rect.left()), snap(rect.top()));
    const ImVec2 to(std::max(snap(rect.right()), from.x + 1), std::max(snap(rect.bottom()), from.y + 1));
    m_list.AddRect(from, to, packed(color), float(radius * m_scale), 0, std::max(1.0F, snap(width)));
}

void CanvasPainter::hatch(const QRectF& rect, const QColor& color)
{
    QColor ground = color;
    ground.setAlphaF(kGroundAlpha);
    fill(rect, ground);
    if (rect.width() < 2)
        return;
    // Stripes x + y = c in the canvas's own grid, so that neighbours join. Cut by hand: a clip would end the batch.
    const double first = std::ceil((rect.left() + rect.top()) / kStripePitch) * kStripePitch;
    for (double c = first; c < rect.right() + rect.bottom(); c += kStripePitch) {
        const double x0 = std::max(rect.left(), c - rect.bottom());
        const double x1 = std::min(rect.right(), c - rect.top());
        if (x1 - x0 < 0.5)
            continue;
        const auto at = [this](double x, double y) { return ImVec2(float(x * m_scale), float(y * m_scale)); };
        m_list.AddLine(at(x0, c - x0), at(x1, c - x1), packed(color), float(kStripeWidth * m_scale));
    }
}

void CanvasPainter::line(QPointF from, QPointF to, const QColor& color, double width)
{
    const float thick = std::max(1.0F, snap(width));
    if (from.x() == to.x() || from.y() == to.y()) {
        const ImVec2 a(snap(std::min(from.x(), to.x())), snap(std::min(from.y(), to.y())));
        const ImVec2 b(std::max(snap(std::max(from.x(), to.x())), a.x + thick), std::max(snap(std::max(from.y(), to.y())), a.y + thick));
        m_list.AddRectFilled(a, b, packed(color));
        return;
    }
    m_list.AddLine(ImVec2(float(from.x() * m_scale), float(from.y() * m_scale)), ImVec2(float(to.x() * m_scale), float(to.y() * m_scale)),
        packed(color), thick);
}

void CanvasPainter::text(QPointF at, QStringView text, const QColor& color, CanvasFont font)
{
    m_atlas.want(text);
    const QByteArray utf8 = text.toUtf8();
    m_list.AddText(
        m_atlas.font(font), m_atlas.font(font)->FontSize, ImVec2(snap(at.x()), snap(at.y())), packed(color), utf8.begin(), utf8.end());
}

double CanvasPainter::textWidth(QStringView text, CanvasFont font) { return m_atlas.width(text, font) / m_scale; }

double CanvasPainter::lineHeight(CanvasFont font) const { return m_atlas.lineHeight(font) / m_scale; }

void CanvasPainter::clip(const QRectF& rect)
{
    m_list.PushClipRect(ImVec2(snap(rect.left()), snap(rect.top())), ImVec2(snap(rect.right()), snap(rect.bottom())), true);
}

void CanvasPainter::unclip() { m_list.PopClipRect(); }

} // namespace cutaway::ui
