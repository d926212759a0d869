#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"

#include <string>
#include <string_view>

namespace cutaway::formats {

/// A metadata key whose value somebody sets for one opening of a file.
struct MetadataOverride {
    std::string key;
    MetaValue value;
};

/// Reads "KEY=TYPE:VALUE", for example "llama.context_length=u32:8192". TYPE is a scalar type of GGUF (u8 ... i64, f32, f64, bool, str) or
/// int (i64), float (f32). Errors: invalidArgument.
base::Result<MetadataOverride> parseMetadataOverride(std::string_view text);

} // namespace cutaway::formats
