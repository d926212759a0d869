#pragma once
#include "app/cli/arguments.h"

#include <nlohmann/json.hpp>

#include <span>

namespace cutaway::cli {

/// Keys keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// What a command is given.
struct Invocation {
    const Arguments& arguments;
    bool json = false;    ///< --json: one object on standard output
    bool verbose = false; ///< progress on standard error although it is no terminal
    Json& found;          ///< with --json: fields that are printed beside the error when the command fails
};

/// One command of cutaway-cli: a file of its own and a line in the list.
struct CommandSpec {
    std::string_view name;
    std::string_view synopsis; ///< "-m F (-p TEXT | -f FILE) [-n N]"
    std::string_view help;
    std::vector<OptionSpec> (*options)(); ///< beyond --json, --verbose, --help
    /// Does the job and prints; an Error becomes exit status 1.
    base::Status (*run)(const Invocation& invocation);
};
std::span<const CommandSpec* const> commands();

} // namespace cutaway::cli
