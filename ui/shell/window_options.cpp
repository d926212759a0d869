#include "ui/shell/window_options.h"

#include "ui/views/view_spec.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace cutaway::ui {
namespace {

QList<QCommandLineOption> allOptions()
{
    const auto text = [](const char* source) { return QCoreApplication::translate("WindowOptions", source); };
    QStringList names;
    for (const ViewSpec* spec : views::allViews())
        names.append(QLatin1String(spec->id));
    return {
        { QStringLiteral("prompt"), text(QT_TRANSLATE_NOOP("WindowOptions", "Sends the message once the model is loaded.")),
            QStringLiteral("TEXT") },
        { QStringLiteral("view"), text(QT_TRANSLATE_NOOP("WindowOptions", "Shows the view: %1.")).arg(names.join(QStringLiteral(", "))),
            QStringLiteral("NAME") },
        { QStringLiteral("theme"), text(QT_TRANSLATE_NOOP("WindowOptions", "light, dark or system.")), QStringLiteral("THEME") },
        { QStringLiteral("size"), text(QT_TRANSLATE_NOOP("WindowOptions", "Size of the window.")), QStringLiteral("WxH") },
        { QStringLiteral("scale"), text(QT_TRANSLATE_NOOP("WindowOptions", "Scale of everything, 0.5 to 4.")), QStringLiteral("S") },
        { QStringLiteral("language"), text(QT_TRANSLATE_NOOP("WindowOptions", "Language, for example bg or zh_CN.")),
            QStringLiteral("CODE") },
        { QStringLiteral("screenshot"), text(QT_TRANSLATE_NOOP("WindowOptions", "Writes the window as PNG when the answer is complete.")),
            QStringLiteral("OUT.png") },
        { QStringLiteral("quit"), text(QT_TRANSLATE_NOOP("WindowOptions", "Ends the program afterwards.")) },
        { QStringLiteral("new-window"), text(QT_TRANSLATE_NOOP("WindowOptions", "Opens a window of its own even when one is open.")) },
        { { QStringLiteral("h"), QStringLiteral("help") }, text(QT_TRANSLATE_NOOP("WindowOptions", "Shows this help.")) },
        { { QStringLiteral("v"), QStringLiteral("version") }, text(QT_TRANSLATE_NOOP("WindowOptions", "Shows the version.")) },
    };
}

void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QCoreApplication::translate("WindowOptions", "A workbench for language models on your own computer."));
    parser.addOptions(allOptions());
    parser.addPositionalArgument(
        QStringLiteral("FILE.gguf"), QCoreApplication::translate("WindowOptions", "Model to load."), QStringLiteral("[FILE.gguf]"));
}

base::Error bad(const char* option, const QString& value, const char* expected)
{
    return { base::ErrorCode::invalidArgument, std::string(option) + " is '" + value.toStdString() + "', expected " + expected, option };
}

} // namespace

base::Result<WindowOptions> readWindowOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(QStringList { QStringLiteral("cutaway") } + arguments))
        return base::Error { base::ErrorCode::invalidArgument, parser.errorText().toStdString() };
    WindowOptions options;
    options.help = parser.isSet(QStringLiteral("help"));
    options.version = parser.isSet(QStringLiteral("version"));
    options.quit = parser.isSet(QStringLiteral("quit"));
    options.newWindow = parser.isSet(QStringLiteral("new-window"));
    options.prompt = parser.value(QStringLiteral("prompt"));
    options.language = parser.value(QStringLiteral("language"));
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    options.view = parser.value(QStringLiteral("view"));
    const auto known = views::allViews();
    if (!options.view.isEmpty()
        && std::none_of(known.begin(), known.end(), [&](const ViewSpec* spec) { return options.view == QLatin1String(spec->id); }))
        return bad("--view", options.view, "the name of a view (see --help)");
    if (const QString theme = parser.value(QStringLiteral("theme")); !theme.isEmpty()) {
        options.theme = themeModeFromName(theme);
        if (!options.theme)
            return bad("--theme", theme, "light, dark or system");
    }
    if (const QString size = parser.value(QStringLiteral("size")); !size.isEmpty()) {
        const auto match = QRegularExpression(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$")).match(size);
        if (!match.hasMatch())
            return bad("--size", size, "WIDTHxHEIGHT in pixels, 100 to 99999");
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    if (const QString scale = parser.value(QStringLiteral("scale")); !scale.isEmpty()) {
        options.scale = scale.toDouble();
        if (!(options.scale >= 0.5 && options.scale <= 4))
            return bad("--scale", scale, "a number from 0.5 to 4");
    }
    if (parser.positionalArguments().size() > 1)
        return base::Error { base::ErrorCode::invalidArgument, "more than one file was given" };
    options.file = parser.positionalArguments().value(0);
    return options;
}

QString windowOptionsHelp()
{
    QCommandLineParser parser;
    describe(parser);
    // Without an application object Qt does not know the name.
    return parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("cutaway"));
}

} // namespace cutaway::ui
