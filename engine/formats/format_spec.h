#pragma once
#include "engine/base/result.h"
#include "engine/formats/model_file.h"
#include "engine/io/byte_source.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cutaway::formats {

/// One file format of models. An item is a file of this folder that defines a descriptor, and a line in its CMakeLists.txt.
struct FormatSpec {
    std::string_view name;            ///< as people spell it: "GGUF"
    std::string_view magic = {};      ///< the bytes that every file of this format begins with; empty for a format of folders
    std::string_view folderFile = {}; ///< the file that every folder of this format has; empty for a format of files
    /// Reads everything but tensor data, checking every bound. `source` is the file itself or the folder's file of that name.
    /// Errors: corruptFile, unsupported; notFound for a folder that lacks a file.
    base::Result<std::shared_ptr<ModelFile>> (*read)(const std::string& path, std::shared_ptr<io::ByteSource> source);
};

/// Every format that this build reads.
std::span<const FormatSpec* const> fileFormats();

} // namespace cutaway::formats
