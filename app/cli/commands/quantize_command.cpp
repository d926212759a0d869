#include "app/cli/quantize_job.h"

namespace cutaway::cli {
namespace {

base::Status run(const Invocation& invocation)
{
    const std::vector<std::string>& words = invocation.arguments.positional();
    if (words.size() != 3)
        return base::Error { .code = base::ErrorCode::invalidArgument,
            .message = "Name the model to read, the file to write and the mix of types, for example model-F16.gguf model-Q4_K_M.gguf Q4_K_M." };
    CUTAWAY_TRY(const auto options, parseQuantizeOptions(invocation.arguments, words[2]));
    return runQuantizeJob(invocation, words[0], words[1], options);
}

} // namespace

extern const CommandSpec quantize_command;
constexpr CommandSpec quantize_command { "quantize", "IN OUT TYPE [--importance FILE] [--tensor REGEX=TYPE]", "writes a model with other tensor types", quantizeOptions, run };

} // namespace cutaway::cli
