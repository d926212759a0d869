#include "tests/support/test_program.h"

int main(int argc, char** argv) { return cutaway::test::printCtestCases(argc, argv) ? 0 : cutaway::test::runTestCases(argc, argv); }
