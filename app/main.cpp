#include "engine/base/result.h"
#include "engine/io/mapping_guard.h"
#include "engine/service/engine.h"
#include "ui/shell/run_workbench.h"

#include <QApplication>
#include <QTextStream>

using namespace cutaway;

namespace {

QStringList argumentsAfterName(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
}

int run(int argc, char** argv)
{
    const auto options = ui::readWindowOptions(argumentsAfterName(argc, argv));
    QTextStream out(stdout);
    if (!options) {
        QTextStream(stderr) << QStringLiteral("cutaway: ") << QString::fromStdString(options.error().message) << QLatin1Char('\n');
        return 2;
    }
    if (options->help) {
        out << ui::windowOptionsHelp();
        return 0;
    }
    if (options->version) {
        out << QStringLiteral("cutaway " CUTAWAY_VERSION "\n");
        return 0;
    }
    if (options->scale > 0) // read by Qt when the application object is made
        qputenv("QT_SCALE_FACTOR", QByteArray::number(options->scale));
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("cutaway"));
    QApplication::setApplicationDisplayName(QStringLiteral("Cutaway"));
    QApplication::setApplicationVersion(QStringLiteral(CUTAWAY_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("cutaway"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("cutaway")));
    return ui::runWorkbench(*options, service::makeEngineService);
}

} // namespace

/// The workbench: reads the command line, puts the engine behind the window.
int main(int argc, char** argv)
{
    io::guardMappings();
    try {
        return run(argc, argv);
    } catch (const base::ContractViolation& violation) {
        QTextStream(stderr) << QStringLiteral("cutaway: ") << QString::fromStdString(violation.what()) << QLatin1Char('\n');
        return 1;
    }
}
