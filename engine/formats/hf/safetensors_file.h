#pragma once
#include "engine/base/result.h"
#include "engine/formats/model_file.h"

#include <string>
#include <vector>

namespace cutaway::formats::hf {

/// The tensor directory of one .safetensors file: a 64-bit length, that many bytes of JSON, then the tensors. Names and shapes are as the file
/// has them (outermost first), offsets from the start of the file, TensorEntry::source is 0.
/// Errors: corruptFile naming tensor, value and limit; unsupported for element types that this build has no use for.
base::Result<std::vector<TensorEntry>> readSafetensors(const std::string& path, std::span<const std::byte> bytes);

} // namespace cutaway::formats::hf
