#pragma once
#include "engine/base/result.h"
#include "engine/formats/model_file.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cutaway::formats {

/// How many files the model of this one has, by its key `split.count`: 1 when it is whole. Errors: corruptFile.
base::Result<std::uint32_t> ggufPartCount(const ModelFile& part);

using ReadGgufPart = base::Result<std::shared_ptr<ModelFile>> (*)(const std::string& path, std::shared_ptr<io::ByteSource> source);

/// Finds the other files of a split model beside any one of them (`<prefix>-00001-of-00003.gguf` and so on) and makes one model of all: the
/// metadata of the first, the tensors of each. Errors: notFound naming the files that are missing; corruptFile.
base::Result<std::shared_ptr<ModelFile>> joinGgufParts(const std::shared_ptr<ModelFile>& part, ReadGgufPart read);

} // namespace cutaway::formats
