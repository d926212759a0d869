#define CATCH_CONFIG_RUNNER
#include "tests/support/test_program.h"

#include <catch2/catch.hpp>
#include <string_view>

namespace cutaway::test {
namespace {

/// One argument of a CMake command, whatever is in it.
std::string bracketed(std::string_view text) { return " [==[" + std::string(text) + "]==]"; }

/// The name as Catch's test filter takes it.
std::string asFilter(const std::string& name)
{
    std::string filter;
    for (const char c : name) {
        if (std::string_view(",[]\"\\").find(c) != std::string_view::npos)
            filter += '\\';
        filter += c;
    }
    return filter;
}

} // namespace

bool printCtestCases(int argc, char** argv)
{
    if (argc < 4 || std::string_view(argv[1]) != "--ctest-cases")
        return false;
    for (const Catch::TestCase& testCase : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
        if (testCase.isHidden())
            continue;
        const std::string name = bracketed(argv[3] + testCase.name);
        std::cout << "add_test(" << name << bracketed(argv[2]) << bracketed(asFilter(testCase.name)) << ")\n";
        std::cout << "set_tests_properties(" << name << " PROPERTIES";
        for (int i = 4; i < argc; ++i) {
            const std::string_view property = argv[i];
            const std::size_t sign = property.find('=');
            std::cout << bracketed(property.substr(0, sign)) << bracketed(property.substr(sign + 1));
        }
        std::cout << ")\n";
    }
    return true;
}

int runTestCases(int argc, char** argv)
{
    Catch::Session session;
    session.configData().warnings = Catch::WarnAbout::NoTests;
    const int badArguments = session.applyCommandLine(argc, argv);
    return badArguments ? badArguments : session.run();
}

} // namespace cutaway::test
