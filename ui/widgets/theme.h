#pragma once
#include "engine/api/profile.h"
#include "engine/api/values.h"

#include <QColor>
#include <QFont>
#include <QGuiApplication>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QSize>
#include <QString>

#include <functional>
#include <optional>

namespace cutaway::ui {

/// What a colour means. Views name the meaning, never a colour.
enum class ColorToken {
    background, ///< chat, canvases
    panel,      ///< docks, bars
    raised,     ///< fields, bubbles, rows under the pointer
    line,       ///< separators, borders
    text,
    textDim,
    accent,   ///< selection, primary button, links
    onAccent, ///< text on accent
    recording,
    good, ///< never alone: also an icon or a word
    warn,
    bad,
};

enum class ThemeMode { system, light, dark };
/// As stored and as given on the command line: "system", "light", "dark".
QString themeModeName(ThemeMode mode);
/// Nothing for an unknown name.
std::optional<ThemeMode> themeModeFromName(const QString& name);

/// Distances in device-independent pixels.
namespace spacing {
inline constexpr int tiny = 4;
inline constexpr int small = 8;
inline constexpr int medium = 12;
inline constexpr int large = 16;
inline constexpr int huge = 24;
inline constexpr int radiusItem = 3;
inline constexpr int radiusField = 6;
inline constexpr int radiusBubble = 10;
inline constexpr int icon = 20;
/// For buttons with a word beside the icon: the icon is drawn as a square at the leading side, what is left is the gap to the word.
inline constexpr QSize iconBesideText { 20, 16 };
} // namespace spacing

/// Colours, fonts, icons and the style sheet, for dark and light. One object for the whole window; widgets repaint on changed().
class Theme : public QObject {
    Q_OBJECT

public:
    /// Reads the system's own colours before anything is changed, to know whether it is dark.
    /// @param systemPalette  tells them; called while the application has no palette of its own
    explicit Theme(QObject* parent = nullptr, std::function<QPalette()> systemPalette = [] { return QGuiApplication::palette(); });

    /// Sets style, palette, fonts and style sheet of the application.
    void apply(ThemeMode mode);
    /// To be called when the desktop has changed its colours: ThemeMode::system follows them.
    void systemChanged();
    ThemeMode mode() const { return m_mode; }
    bool isDark() const { return m_dark; }

    QColor color(ColorToken token) const;
    QColor family(api::OpFamily family) const;
    /// Memory buffers use the same hues everywhere: weights, kv, compute, output.
    QColor buffer(api::BufferKind kind) const;
    /// For code, ids and numbers in tables.
    QFont monospace(int pixels = 12) const;
    /// resources/icons/<name>.svg in the colour, sharp at every scale. Dimmed where the control is disabled; follows changes of the theme.
    QIcon icon(const QString& name, ColorToken token = ColorToken::textDim) const;

signals:
    void changed();

private:
    QPalette palette() const;

    std::function<QPalette()> m_systemPalette;
    ThemeMode m_mode = ThemeMode::system;
    bool m_systemDark = false;
    bool m_dark = false;
};

} // namespace cutaway::ui
