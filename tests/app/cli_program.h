#pragma once
#include <string>
#include <vector>

namespace cutaway::test {

struct ProgramResult {
    int status = -1; ///< exit status; -1 when a signal ended it
    std::string out, err;
};

/// Runs cutaway-cli. @param prefix  words before the program, for example to run it as another user
ProgramResult runCli(const std::vector<std::string>& arguments, const std::vector<std::string>& prefix = {});

} // namespace cutaway::test
