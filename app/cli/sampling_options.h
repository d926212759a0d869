#pragma once
#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "engine/runtime/generator.h"
#include "engine/runtime/text_tools.h"

namespace cutaway::cli {

/// --temp, --top-k and so on: one option a sampler parameter, with --samplers, --logit-bias, --seed and --stop.
std::vector<OptionSpec> samplingOptions();
/// Fills sampling, seed, stop strings and -n. Errors: invalidArgument.
base::Status readSampling(const Arguments& arguments, runtime::GenerateRequest& request);
/// A stop reason as JSON and text name it.
const char* stopReasonName(api::StopReason reason);

/// A loaded model with the tools for its text.
struct TextModel {
    OpenedModel opened;
    std::shared_ptr<const runtime::TextTools> tools;
};
/// Errors: those of loading; unsupported for a model without a vocabulary.
base::Result<TextModel> openTextModel(const Invocation& invocation);
/// The messages of --chat with --system, or none.
std::vector<api::ChatMessage> conversation(const Arguments& arguments, const std::string& prompt);
Json timingsJson(const api::Timings& timings);

} // namespace cutaway::cli
