#include "tests/support/test_program.h"
#include "tests/support/watched_application.h"

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
    cutaway::test::WatchedApplication app(qtArguments, argv);
    return cutaway::test::runTestCases(argc, argv);
}

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __lsan_default_options();
/// The OpenGL driver keeps some memory and is unloaded before leaks are counted, so that its leaks have no name to suppress: programs that
/// draw on a screen count none. Programs that do not still count theirs.
extern "C" const char* __lsan_default_options() { return CUTAWAY_TEST_ON_SCREEN ? "detect_leaks=0" : ""; }
#endif
