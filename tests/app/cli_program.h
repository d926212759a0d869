#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace cutaway::test {

struct ProgramResult {
    int status = -1; ///< exit status; -1 when a signal ended it, or it could not be started
    std::string out, err;
    std::uint64_t peakBytes = 0; ///< most memory that it held at once, as VmHWM counts it
};

/// Runs cutaway-cli. @param prefix  words before the program, for example to run it as another user
ProgramResult runCli(const std::vector<std::string>& arguments, const std::vector<std::string>& prefix = {});

} // namespace cutaway::test
