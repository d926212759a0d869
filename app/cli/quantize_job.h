#pragma once
#include "app/cli/command.h"
#include "engine/quantize/quantize_model.h"

namespace cutaway::cli {

/// --tensor, --importance, --allow-requantize, --threads: what commands that write model files share.
std::vector<OptionSpec> quantizeOptions();
/// Reads them; the mix by its name, which may be empty. Errors: invalidArgument; those of reading the importance file.
base::Result<quantize::QuantizeOptions> parseQuantizeOptions(const Arguments& arguments, const std::string& mix);
/// Writes the file with progress, to be stopped by Ctrl+C, and prints sizes and errors.
base::Status runQuantizeJob(const Invocation& invocation, const std::string& in, const std::string& out, const quantize::QuantizeOptions& options);

} // namespace cutaway::cli
