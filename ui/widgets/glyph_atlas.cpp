#include "ui/widgets/glyph_atlas.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <imgui.h>

#include <cmath>
#include <vector>

namespace cutaway::ui {
namespace {

constexpr int kBodyPx = 13;
constexpr int kSmallPx = 11;
/// Room for strokes that reach out of the letter's box.
constexpr int kMargin = 1;

/// A letter's place in the atlas.
struct Cell {
    int rect;
    char16_t letter;
};

} // namespace

GlyphAtlas::GlyphAtlas(ImFontAtlas& atlas) : m_atlas(atlas)
{
    const auto addRange = [this](char16_t first, char16_t last) {
        for (char16_t letter = first; letter <= last; ++letter)
            m_glyphs.insert(letter);
    };
    addRange(u' ', u'~');
    addRange(u'\u00a0', u'\u00ff');
    addRange(u'\u0410', u'\u044f');
}

void GlyphAtlas::setFont(const QFont& font, double scale)
{
    if (m_scale == scale && m_font == font)
        return;
    m_font = font;
    m_scale = scale;
    m_stale = true;
}

void GlyphAtlas::want(QStringView text)
{
    for (const QChar letter : text) {
        if (m_glyphs.contains(letter.unicode()))
            continue;
        m_glyphs.insert(letter.unicode());
        m_stale = true;
    }
}

bool GlyphAtlas::refresh()
{
    if (!m_stale)
        return false;
    build();
    m_stale = false;
    return true;
}

QFont GlyphAtlas::scaled(CanvasFont which) const
{
    QFont font = m_font;
    font.setPixelSize(qRound((which == CanvasFont::body ? kBodyPx : kSmallPx) * m_scale));
    return font;
}

void GlyphAtlas::build()
{
    m_atlas.Clear();
    m_atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
    std::array<std::vector<Cell>, kFonts> cells;
    // ImGui wants a font of its own; one blank of it is enough.
    static constexpr ImWchar kBlank[] = { ' ', ' ', 0 };
    for (std::size_t i = 0; i < kFonts; ++i) {
        const QFontMetricsF metrics(scaled(CanvasFont(i)));
        m_lineHeights[i] = std::ceil(metrics.height());
        ImFontConfig config;
        config.SizePixels = float(m_lineHeights[i]);
        config.GlyphRanges = kBlank;
        m_fonts[i] = m_atlas.AddFontDefault(&config);
        for (const char16_t letter : m_glyphs) {
            const double advance = metrics.horizontalAdvance(QChar(letter));
            const int width = int(std::ceil(advance)) + 2 * kMargin;
            const int height = int(m_lineHeights[i]) + 2 * kMargin;
            cells[i].push_back(
                { m_atlas.AddCustomRectFontGlyph(m_fonts[i], letter, width, height, float(advance), ImVec2(-kMargin, -kMargin)), letter });
        }
    }
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    m_atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
    QImage image(pixels, width, height, width, QImage::Format_Alpha8);
    QPainter painter(&image);
    painter.setPen(Qt::black);
    for (std::size_t i = 0; i < kFonts; ++i) {
        painter.setFont(scaled(CanvasFont(i)));
        const double ascent = QFontMetricsF(painter.font()).ascent();
        for (const Cell& cell : cells[i]) {
            const ImFontAtlasCustomRect& rect = *m_atlas.GetCustomRectByIndex(cell.rect);
            painter.setClipRect(rect.X, rect.Y, rect.Width, rect.Height);
            painter.drawText(QPointF(rect.X + kMargin, rect.Y + kMargin + std::round(ascent)), QString(QChar(cell.letter)));
        }
    }
}

double GlyphAtlas::width(QStringView text, CanvasFont which) const
{
    const ImFont& font = *m_fonts[std::size_t(which)];
    double width = 0;
    for (const QChar letter : text)
        width += double(font.GetCharAdvance(ImWchar(letter.unicode())));
    return width;
}

} // namespace cutaway::ui
