#include "tests/app/cli_program.h"

#include "tests/support/test_data.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cutaway::test {
namespace {

/// Where a program reads from and writes to.
class Redirections {
public:
    Redirections(const std::string& out, const std::string& err)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&m_actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
        posix_spawn_file_actions_addopen(&m_actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
    }
    ~Redirections() { posix_spawn_file_actions_destroy(&m_actions); }
    Redirections(const Redirections&) = delete;
    Redirections& operator=(const Redirections&) = delete;

    const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions {};
};

} // namespace

ProgramResult runCli(const std::vector<std::string>& arguments, const std::vector<std::string>& prefix)
{
    const TempDir folder;
    const std::string out = folder.path() / "out";
    const std::string err = folder.path() / "err";
    std::vector<std::string> words = prefix;
    words.emplace_back(CUTAWAY_CLI);
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    const Redirections redirections(out, err);
    pid_t child = 0;
    if (posix_spawnp(&child, argv[0], redirections.get(), nullptr, argv.data(), environ) != 0)
        return {};
    int ended = 0;
    rusage used {};
    if (wait4(child, &ended, 0, &used) != child)
        return {};
    constexpr std::uint64_t kUnit = 1024; // of ru_maxrss
    return { WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, readText(out), readText(err), std::uint64_t(used.ru_maxrss) * kUnit };
}

} // namespace cutaway::test
