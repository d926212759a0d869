#pragma once
#include "engine/api/values.h"
#include "engine/formats/model_file.h"

namespace cutaway::service {

/// What a list shows of a file; everything but `fit`.
api::ModelCard describeFile(const formats::ModelFile& file);
/// The card of a file that cannot be opened: its name and the sentence.
api::ModelCard describeBroken(const std::string& path, const base::Error& error);
/// The whole inspection; the plan only where the architecture is supported.
api::InspectReport inspect(const std::shared_ptr<const formats::ModelFile>& file, const api::LoadOptions& options);

} // namespace cutaway::service
