#include "tests/support/test_program.h"

#include <QApplication>
#include <QStandardPaths>

/// The main of tests that need Qt: no display (unless they are made for one and there is one), no settings of the user.
int main(int argc, char** argv)
{
    if (cutaway::test::printCtestCases(argc, argv))
        return 0;
    const bool onScreen = CUTAWAY_TEST_ON_SCREEN && qEnvironmentVariableIsSet("DISPLAY");
    if (!onScreen && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    int qtArguments = 1;
    QApplication app(qtArguments, argv);
    return cutaway::test::runTestCases(argc, argv);
}
