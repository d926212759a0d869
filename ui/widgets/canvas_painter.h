#pragma once
#include "ui/widgets/glyph_atlas.h"

#include <QColor>
#include <QRectF>

struct ImDrawList;

namespace cutaway::ui {

/// Draws on an ImGui canvas. Coordinates are device-independent pixels; edges land on physical ones, so that they are sharp at every scale.
class CanvasPainter {
public:
    CanvasPainter(ImDrawList& list, GlyphAtlas& atlas, QSizeF size, double scale);

    QSizeF size() const { return m_size; }
    /// The width of one physical pixel.
    double hairline() const { return 1 / m_scale; }

    void fill(const QRectF& rect, const QColor& color, double radius = 0);
    void outline(const QRectF& rect, const QColor& color, double width = 1, double radius = 0);
    /// Diagonal stripes on a ground of the same colour, lighter.
    void hatch(const QRectF& rect, const QColor& color);
    void line(QPointF from, QPointF to, const QColor& color, double width = 1);

    /// Text with its top left corner at `at`; in one line, left to right.
    void text(QPointF at, QStringView text, const QColor& color, CanvasFont font = CanvasFont::body);
    double textWidth(QStringView text, CanvasFont font = CanvasFont::body);
    double lineHeight(CanvasFont font = CanvasFont::body) const;

    /// Everything until unclip() stays inside the rectangle. May be nested.
    void clip(const QRectF& rect);
    void unclip();

private:
    float snap(double value) const;

    ImDrawList& m_list;
    GlyphAtlas& m_atlas;
    QSizeF m_size;
    double m_scale;
};

} // namespace cutaway::ui
