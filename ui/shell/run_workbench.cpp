#include "ui/shell/run_workbench.h"

#include "ui/shell/automation.h"
#include "ui/shell/main_window.h"
#include "ui/shell/single_instance.h"
#include "ui/shell/workbench.h"

#include <QApplication>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace cutaway::ui {
namespace {

void installLanguage(const QString& code, QTranslator& ours, QTranslator& qts)
{
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    QLocale::setDefault(locale);
    if (ours.load(locale, QStringLiteral("cutaway"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        QCoreApplication::installTranslator(&ours);
    if (qts.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qts);
}

} // namespace

int runWorkbench(const WindowOptions& given, const std::function<std::unique_ptr<api::EngineService>()>& makeService)
{
    WindowOptions options = given;
    if (!options.file.isEmpty())
        options.file = QFileInfo(options.file).absoluteFilePath();
    SingleInstance instance(SingleInstance::keyOfUser());
    if (!options.newWindow && options.screenshot.isEmpty() && options.prompt.isEmpty() && !options.quit && instance.handOver(options.file))
        return 0;
    if (!options.newWindow)
        instance.listen();

    const WorkbenchPaths paths = WorkbenchPaths::ofUser();
    QTranslator ours;
    QTranslator qts;
    installLanguage(options.language.isEmpty() ? Settings(paths.settings).language() : options.language, ours, qts);
    Workbench workbench(makeService(), paths);
    workbench.theme.apply(options.theme.value_or(themeModeFromName(workbench.settings.theme()).value_or(ThemeMode::system)));
    MainWindow window(workbench);
    window.restoreLayout();
    if (options.size.isValid())
        window.resize(options.size);
    QObject::connect(&instance, &SingleInstance::fileHandedOver, &window, &MainWindow::openFile);
    window.show();
    workbench.start();
    if (!options.view.isEmpty())
        window.showView(options.view);
    Automation automation(workbench, window, options);
    int status = 0;
    QObject::connect(&automation, &Automation::done, &window, [&window, &status](int result) {
        status = result;
        window.close();
        QCoreApplication::quit();
    });
    const int ended = QApplication::exec();
    return ended != 0 ? ended : status;
}

} // namespace cutaway::ui
