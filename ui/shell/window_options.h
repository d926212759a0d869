#pragma once
#include "engine/base/result.h"
#include "ui/widgets/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace cutaway::ui {

/// What the command line of the workbench asks for.
struct WindowOptions {
    QString file;
    QString prompt;
    QString view;
    std::optional<ThemeMode> theme;
    QSize size;
    double scale = 0; ///< 0: the screen's
    QString language; ///< empty: the one in the settings
    QString screenshot;
    bool quit = false;
    bool newWindow = false;
    bool help = false;
    bool version = false;
};

/// Reads the arguments, program name left out.
base::Result<WindowOptions> readWindowOptions(const QStringList& arguments);
QString windowOptionsHelp();

} // namespace cutaway::ui
