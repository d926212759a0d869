#include "tests/app/cli_program.h"

#include "tests/support/test_data.h"

#include <cstdlib>
#include <sys/wait.h>

namespace cutaway::test {
namespace {

std::string shellWord(const std::string& word)
{
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "' ";
}

} // namespace

ProgramResult runCli(const std::vector<std::string>& arguments, const std::vector<std::string>& prefix)
{
    const TempDir folder;
    const auto out = folder.path() / "out";
    const auto err = folder.path() / "err";
    std::string command;
    for (const std::string& word : prefix)
        command += shellWord(word);
    command += shellWord(CUTAWAY_CLI);
    for (const std::string& word : arguments)
        command += shellWord(word);
    command += "</dev/null >" + shellWord(out.string()) + "2>" + shellWord(err.string());
    const int ended = std::system(command.c_str());
    return { WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, readText(out), readText(err) };
}

} // namespace cutaway::test
