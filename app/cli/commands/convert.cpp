#include "app/cli/quantize_job.h"

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options()
{
    std::vector<OptionSpec> all = quantizeOptions();
    all.insert(all.begin(), { "--type", "", "T", "mix of types, F16 for example; default: as the folder has them" });
    return all;
}

base::Status run(const Invocation& invocation)
{
    const std::vector<std::string>& words = invocation.arguments.positional();
    if (words.size() != 2)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "Name the folder with config.json and safetensors, and the GGUF file to write." };
    CUTAWAY_TRY(const auto options, parseQuantizeOptions(invocation.arguments, invocation.arguments.text("--type").value_or("")));
    return runQuantizeJob(invocation, words[0], words[1], options);
}

} // namespace

extern const CommandSpec convert;
constexpr CommandSpec convert { "convert", "FOLDER OUT.gguf [--type T]", "makes a GGUF file of a folder of safetensors", options, run };

} // namespace cutaway::cli
