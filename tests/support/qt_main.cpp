#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <QApplication>
#include <QStandardPaths>

/// The main of tests that need Qt: no display, no settings of the user.
int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    int qtArguments = 1;
    QApplication app(qtArguments, argv);
    return Catch::Session().run(argc, argv);
}
