#pragma once

namespace cutaway::test {

/// Answers `--ctest-cases PROGRAM PREFIX [PROPERTY=VALUE]...` with one ctest entry for each test case of this program, as CMake text.
/// False, and nothing printed, for any other arguments.
bool printCtestCases(int argc, char** argv);

/// Runs the cases that the arguments select; a selection that matches none fails. Returns the exit status.
int runTestCases(int argc, char** argv);

} // namespace cutaway::test
