#include "app/cli/command.h"
#include "engine/io/mapping_guard.h"
#include "engine/io/system_error.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

namespace {

using namespace cutaway;
using namespace cutaway::cli;

const std::vector<OptionSpec> kCommonOptions {
    { "--json", "", "", "one JSON object on standard output" },
    { "--verbose", "-v", "", "progress on standard error" },
    { "--help", "-h", "", "this text" },
};

std::vector<OptionSpec> optionsOf(const CommandSpec& command)
{
    std::vector<OptionSpec> all = command.options();
    all.insert(all.end(), kCommonOptions.begin(), kCommonOptions.end());
    return all;
}

void printOverview(std::FILE* to)
{
    std::fprintf(to, "Usage: cutaway-cli COMMAND [options]\n\n");
    for (const CommandSpec* command : commands())
        std::fprintf(to, "  %-12.*s %.*s\n", int(command->name.size()), command->name.data(), int(command->help.size()), command->help.data());
    std::fprintf(to, "\ncutaway-cli COMMAND --help lists the options of a command.\n");
}

void printHelp(const CommandSpec& command)
{
    std::printf("Usage: cutaway-cli %s %s\n%s\n\n", std::string(command.name).c_str(), std::string(command.synopsis).c_str(), std::string(command.help).c_str());
    for (const OptionSpec& option : optionsOf(command)) {
        std::string left = (option.shortName.empty() ? "" : std::string(option.shortName) + ", ") + std::string(option.name);
        if (!option.value.empty())
            left += " " + std::string(option.value);
        std::printf("  %-28s %s\n", left.c_str(), std::string(option.help).c_str());
    }
}

int report(const base::Error& error, bool json, int status, Json object = Json::object())
{
    if (json) {
        object["error"] = { { "code", base::errorCodeName(error.code) }, { "message", error.message }, { "subject", error.subject }, { "action", error.action } };
        std::puts(object.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    }
    std::fprintf(stderr, "cutaway-cli: %s%s%s\n", error.message.c_str(), error.action.empty() ? "" : " ", error.action.c_str());
    return status;
}

int runCommand(const CommandSpec& command, const std::vector<std::string>& words)
{
    const bool json = std::ranges::find(words, "--json") != words.end();
    const auto arguments = Arguments::parse(words, optionsOf(command));
    if (!arguments)
        return report(arguments.error(), json, 2);
    if (arguments->has("--help")) {
        printHelp(command);
        return 0;
    }
    Json found = Json::object();
    const auto status = command.run({ *arguments, json, arguments->has("--verbose"), found });
    if (status)
        return 0;
    return report(status.error(), json, status.error().code == base::ErrorCode::invalidArgument ? 2 : 1, std::move(found));
}

int runMain(const std::vector<std::string>& words)
{
    if (words.empty() || words[0] == "--help" || words[0] == "-h") {
        printOverview(words.empty() ? stderr : stdout);
        return words.empty() ? 2 : 0;
    }
    const auto table = commands();
    const auto command = std::ranges::find_if(table, [&](const CommandSpec* spec) { return spec->name == words[0]; });
    if (command == table.end()) {
        std::fprintf(stderr, "cutaway-cli: there is no command '%s'.\n", words[0].c_str());
        printOverview(stderr);
        return 2;
    }
    return runCommand(**command, { words.begin() + 1, words.end() });
}

/// What was printed must have arrived: a full disk is a failure, a reader that left (head) ends the job quietly as SIGPIPE would.
int printed(int status)
{
    constexpr int kReaderLeft = 128 + SIGPIPE;
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return status;
    if (errno == EPIPE)
        return kReaderLeft;
    return report(io::systemError("write", "standard output", errno == 0 ? EIO : errno), false, 1);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool json = std::ranges::find(words, "--json") != words.end();
    io::guardMappings();
    try {
        return printed(runMain(words));
    } catch (const base::ContractViolation& violation) {
        return report({ .code = base::ErrorCode::internal, .message = "A bug in Cutaway: " + violation.what() }, json, 1);
    } catch (const std::bad_alloc&) {
        return report({ .code = base::ErrorCode::outOfMemory, .message = "The system refused memory." }, json, 1);
    } catch (const std::exception& exception) {
        return report({ .code = base::ErrorCode::internal, .message = std::string("A bug in Cutaway: ") + exception.what() }, json, 1);
    }
}
