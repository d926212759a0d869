#include "tests/support/catch.h"
#include "ui/widgets/style_sheet.h"
#include "ui/widgets/theme.h"

#include <QGuiApplication>

#include <cmath>

using namespace cutaway::ui;
namespace api = cutaway::api;

namespace {

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

} // namespace

TEST_CASE("text stands out from what it is written on, in dark and light")
{
    Theme theme;
    for (const auto mode : { ThemeMode::dark, ThemeMode::light }) {
        theme.apply(mode);
        CHECK(theme.isDark() == (mode == ThemeMode::dark));
        for (const auto below : { ColorToken::background, ColorToken::panel, ColorToken::raised }) {
            CHECK(contrast(theme.color(ColorToken::text), theme.color(below)) >= 4.5);
            CHECK(contrast(theme.color(ColorToken::textDim), theme.color(below)) >= 4.5);
        }
        CHECK(contrast(theme.color(ColorToken::onAccent), theme.color(ColorToken::accent)) >= 4.5);
        CHECK_FALSE(styleSheet(theme).isEmpty());
        CHECK_FALSE(styleSheet(theme).contains(QLatin1Char('@'))); // every name was a token
    }
}

TEST_CASE("the theme follows the desktop while it is told to, and a choice of one's own otherwise")
{
    const QPalette dark(Qt::white, Qt::darkGray, Qt::gray, Qt::black, Qt::darkGray, Qt::white, Qt::white, Qt::black, Qt::black);
    const QPalette light(Qt::black, Qt::lightGray, Qt::white, Qt::gray, Qt::lightGray, Qt::black, Qt::white, Qt::white, Qt::white);
    QPalette system = light;
    bool hidden = false; // by a palette of ours
    Theme theme(nullptr, [&] {
        hidden = QGuiApplication::palette().resolveMask() != 0;
        return system;
    });
    for (const auto mode : { ThemeMode::system, ThemeMode::light, ThemeMode::dark }) {
        theme.apply(mode);
        for (const QPalette& now : { dark, light }) {
            system = now;
            theme.systemChanged();
            CHECK_FALSE(hidden);
            CHECK(theme.mode() == mode);
            CHECK(theme.isDark() == (mode == ThemeMode::system ? now == dark : mode == ThemeMode::dark));
            CHECK(QGuiApplication::palette().color(QPalette::Window) == theme.color(ColorToken::panel));
        }
    }
}

TEST_CASE("an icon takes the colour it is asked for, and an unknown one is empty")
{
    Theme theme;
    theme.apply(ThemeMode::dark);
    const QImage image = theme.icon(QStringLiteral("record"), ColorToken::bad).pixmap(20, 20).toImage();
    bool coloured = false;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            coloured =
                coloured || (image.pixelColor(x, y).alpha() == 255 && image.pixelColor(x, y).rgb() == theme.color(ColorToken::bad).rgb());
    }
    CHECK(coloured);
    CHECK(theme.icon(QStringLiteral("no such icon")).isNull());
}
