#pragma once
#include <QFont>
#include <QSet>
#include <QString>

#include <array>

struct ImFont;
struct ImFontAtlas;

namespace cutaway::ui {

/// Text sizes of a canvas.
enum class CanvasFont { body, small };

/// The glyphs of an ImGui canvas, drawn by Qt in the application's font, so that they look like the rest of the window and every
/// script that Qt has a font for is there. Begins with the Latin and Cyrillic letters; grows by what is asked for.
class GlyphAtlas {
public:
    /// @param atlas  of the canvas's ImGui context
    explicit GlyphAtlas(ImFontAtlas& atlas);

    /// Asks for a font at a scale; rebuilds at the next refresh() when either is new.
    void setFont(const QFont& font, double scale);
    /// Asks for the letters of a text; missing ones arrive with the next refresh().
    void want(QStringView text);
    /// Rebuilds the atlas when something new was asked for. True when it did: its texture must be made again.
    bool refresh();
    bool stale() const { return m_stale; }

    ImFont* font(CanvasFont which) const { return m_fonts[std::size_t(which)]; }
    /// In physical pixels.
    double lineHeight(CanvasFont which) const { return m_lineHeights[std::size_t(which)]; }
    double width(QStringView text, CanvasFont which) const;

private:
    static constexpr std::size_t kFonts = 2;
    QFont scaled(CanvasFont which) const;
    void build();

    ImFontAtlas& m_atlas;
    QFont m_font;
    double m_scale = 0;
    QSet<char16_t> m_glyphs;
    bool m_stale = true;
    std::array<ImFont*, kFonts> m_fonts {};
    std::array<double, kFonts> m_lineHeights {};
};

} // namespace cutaway::ui
