#include "ui/widgets/theme.h"

#include "ui/widgets/style_sheet.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QPainter>
#include <QPointer>
#include <QStyle>
#include <QStyleFactory>
#include <QSvgRenderer>

#include <algorithm>

/// In the global namespace, as Q_INIT_RESOURCE asks. The reference keeps the linker from dropping the resources of a static library.
static void initResources()
{
    Q_INIT_RESOURCE(cutaway);
    Q_INIT_RESOURCE(i18n);
}

namespace cutaway::ui {
namespace {

struct Pair {
    const char* dark;
    const char* light;
    QColor in(bool isDark) const { return QColor(QLatin1String(isDark ? dark : light)); }
};

Pair pairOf(ColorToken token)
{
    switch (token) {
    case ColorToken::background: return { "#14171c", "#ffffff" };
    case ColorToken::panel: return { "#1b1f26", "#f6f7f9" };
    case ColorToken::raised: return { "#232933", "#eceff3" };
    case ColorToken::line: return { "#2e3540", "#d9dee5" };
    case ColorToken::text: return { "#e6e9ee", "#1b1f26" };
    case ColorToken::textDim: return { "#9aa4b2", "#5b6675" };
    case ColorToken::accent: return { "#4c8dff", "#1f5fd6" };
    case ColorToken::onAccent: return { "#0c1016", "#ffffff" };
    case ColorToken::recording: return { "#ee5d92", "#c93a70" };
    case ColorToken::good: return { "#35b37e", "#1f8f61" };
    case ColorToken::warn: return { "#f2a93b", "#b87407" };
    case ColorToken::bad: return { "#e5484d", "#cc2f36" };
    }
    return {};
}

Pair pairOf(api::OpFamily family)
{
    switch (family) {
    case api::OpFamily::matmul: return { "#4c8dff", "#2f6fe0" };
    case api::OpFamily::attention: return { "#9b6bff", "#7a48e0" };
    case api::OpFamily::norm: return { "#35b37e", "#1f8f61" };
    case api::OpFamily::position: return { "#1fb5ad", "#10857f" };
    case api::OpFamily::activation: return { "#f2a93b", "#b87407" };
    case api::OpFamily::copy: return { "#8a94a6", "#6b7585" };
    case api::OpFamily::sampling: return { "#ee5d92", "#c93a70" };
    case api::OpFamily::wait: return { "#5a2a2f", "#f3d5d8" };
    }
    return {};
}

/// Draws an SVG whose strokes are `currentColor` in one colour, at whatever size and scale is asked for.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(QByteArray svg, const Theme* theme, ColorToken token) : m_svg(std::move(svg)), m_theme(theme), m_token(token) {}
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        if (!m_theme)
            return;
        QColor color = m_theme->color(m_token); // asked for at each painting: icons follow a change of theme
        if (mode == QIcon::Disabled)
            color.setAlphaF(0.45F);
        // Qt's SVG renderer knows no currentColor; #AARRGGBB is not SVG either, so opacity is the painter's.
        QSvgRenderer renderer(QByteArray(m_svg).replace("currentColor", color.name().toLatin1()));
        painter->save();
        painter->setOpacity(painter->opacity() * color.alphaF());
        const int side = std::min(rect.width(), rect.height());
        QRect square(rect.x(), rect.y() + (rect.height() - side) / 2, side, side);
        if (QGuiApplication::isRightToLeft())
            square.moveRight(rect.right());
        renderer.render(painter, QRectF(square));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    QByteArray m_svg;
    QPointer<const Theme> m_theme;
    ColorToken m_token;
};

bool looksDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

QString themeModeName(ThemeMode mode)
{
    switch (mode) {
    case ThemeMode::system: return QStringLiteral("system");
    case ThemeMode::light: return QStringLiteral("light");
    case ThemeMode::dark: return QStringLiteral("dark");
    }
    return {};
}

std::optional<ThemeMode> themeModeFromName(const QString& name)
{
    for (const ThemeMode mode : { ThemeMode::system, ThemeMode::light, ThemeMode::dark }) {
        if (themeModeName(mode) == name)
            return mode;
    }
    return std::nullopt;
}

Theme::Theme(QObject* parent, std::function<QPalette()> systemPalette)
    : QObject(parent)
    , m_systemPalette(std::move(systemPalette))
    , m_systemDark(looksDark(m_systemPalette()))
{
    initResources();
}

void Theme::apply(ThemeMode mode)
{
    m_mode = mode;
    m_dark = mode == ThemeMode::dark || (mode == ThemeMode::system && m_systemDark);
    if (QApplication::style()->objectName() != QLatin1String("fusion"))
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(13);
    QApplication::setFont(font);
    QApplication::setPalette(palette());
    qApp->setStyleSheet(styleSheet(*this));
    emit changed();
}

void Theme::systemChanged()
{
    QApplication::setPalette(QPalette()); // takes ours away, so that the system's shows again
    m_systemDark = looksDark(m_systemPalette());
    apply(m_mode);
}

QColor Theme::color(ColorToken token) const { return pairOf(token).in(m_dark); }

QColor Theme::family(api::OpFamily family) const { return pairOf(family).in(m_dark); }

QColor Theme::buffer(api::BufferKind kind) const
{
    switch (kind) {
    case api::BufferKind::weights: return family(api::OpFamily::matmul);
    case api::BufferKind::kv: return family(api::OpFamily::attention);
    case api::BufferKind::compute: return family(api::OpFamily::activation);
    case api::BufferKind::output: return family(api::OpFamily::copy);
    }
    return {};
}

QFont Theme::monospace(int pixels) const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(pixels);
    return font;
}

QIcon Theme::icon(const QString& name, ColorToken token) const
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new LineIconEngine(file.readAll(), this, token));
}

QPalette Theme::palette() const
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, ColorToken token) { palette.setColor(role, color(token)); };
    set(QPalette::Window, ColorToken::panel);
    set(QPalette::WindowText, ColorToken::text);
    set(QPalette::Base, ColorToken::background);
    set(QPalette::AlternateBase, ColorToken::panel);
    set(QPalette::Text, ColorToken::text);
    set(QPalette::Button, ColorToken::raised);
    set(QPalette::ButtonText, ColorToken::text);
    set(QPalette::ToolTipBase, ColorToken::raised);
    set(QPalette::ToolTipText, ColorToken::text);
    set(QPalette::PlaceholderText, ColorToken::textDim);
    set(QPalette::Highlight, ColorToken::accent);
    set(QPalette::HighlightedText, ColorToken::onAccent);
    set(QPalette::Link, ColorToken::accent);
    set(QPalette::LinkVisited, ColorToken::accent);
    set(QPalette::Mid, ColorToken::line);
    set(QPalette::Light, ColorToken::raised);
    set(QPalette::Dark, ColorToken::line);
    set(QPalette::Shadow, ColorToken::background);
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, color(ColorToken::textDim));
    return palette;
}

} // namespace cutaway::ui
