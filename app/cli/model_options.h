#pragma once
#include "app/cli/command.h"
#include "engine/runtime/session.h"

namespace cutaway::cli {

/// Options of every command that runs a model.
std::vector<OptionSpec> modelOptions();
/// The same and more.
std::vector<OptionSpec> modelOptionsAnd(std::vector<OptionSpec> more);

/// --model, or an error that asks for it.
base::Result<std::string> modelPath(const Arguments& arguments);
base::Result<runtime::RunOptions> runOptions(const Arguments& arguments);
/// Every --override.
base::Result<std::vector<formats::MetadataOverride>> metadataOverrides(const Arguments& arguments);

/// A model loaded for one command, with the recorder and the one session.
struct OpenedModel {
    std::shared_ptr<const runtime::ModelDescription> description;
    std::shared_ptr<runtime::LoadedModel> model;
    std::unique_ptr<profile::Recorder> recorder;
    std::unique_ptr<runtime::Session> session;
    std::int64_t loadNs = 0;
};
/// @param maxOutputs  rows of logits that the command wants at once
base::Result<OpenedModel> openModel(const Invocation& invocation, std::int32_t maxOutputs = 1);
base::Result<OpenedModel> openModel(const Invocation& invocation, const std::string& path, const runtime::RunOptions& options);

/// "1 2 3" to ids.
base::Result<std::vector<base::TokenId>> parseTokens(const std::string& text);
/// -p TEXT or -f FILE.
base::Result<std::string> promptText(const Arguments& arguments);
base::Result<std::string> readFile(const std::string& path);

} // namespace cutaway::cli
