#include "tests/support/test_program.h"

#include <QApplication>
#include <QStandardPaths>

/// The main of tests that need Qt: no display, no settings of the user.
int main(int argc, char** argv)
{
    if (cutaway::test::printCtestCases(argc, argv))
        return 0;
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    int qtArguments = 1;
    QApplication app(qtArguments, argv);
    return cutaway::test::runTestCases(argc, argv);
}
