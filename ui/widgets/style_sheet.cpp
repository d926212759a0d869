#include "ui/widgets/style_sheet.h"

#include "ui/widgets/theme.h"

#include <QFile>

#include <array>

namespace cutaway::ui {
namespace {

struct Name {
    const char* text;
    ColorToken token;
};
constexpr std::array kNames {
    Name { "@background@", ColorToken::background },
    Name { "@panel@", ColorToken::panel },
    Name { "@raised@", ColorToken::raised },
    Name { "@line@", ColorToken::line },
    Name { "@text@", ColorToken::text },
    Name { "@textDim@", ColorToken::textDim },
    Name { "@accent@", ColorToken::accent },
    Name { "@onAccent@", ColorToken::onAccent },
    Name { "@recording@", ColorToken::recording },
    Name { "@good@", ColorToken::good },
    Name { "@warn@", ColorToken::warn },
    Name { "@bad@", ColorToken::bad },
};

} // namespace

QString styleSheet(const Theme& theme)
{
    QFile file(QStringLiteral(":/themes/cutaway.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString sheet = QString::fromUtf8(file.readAll());
    for (const Name& name : kNames)
        sheet.replace(QLatin1String(name.text), theme.color(name.token).name());
    return sheet;
}

} // namespace cutaway::ui
