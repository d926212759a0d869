#pragma once
#include "engine/base/result.h"
#include "engine/formats/hf/family.h"
#include "engine/formats/model_file.h"

#include <optional>
#include <string>

namespace cutaway::formats::hf {

/// What one model of a family needs beyond its names.
struct TensorMap {
    const Family* family = nullptr;
    std::int64_t heads = 0, headsKv = 0; ///< of queries; of keys and values
    bool tiedOutput = false;             ///< the folder's lm_head repeats the embedding

    /// The GGUF name; empty for a tensor that GGUF leaves out. Errors: unsupported for a name that the family does not have.
    base::Result<std::string> nameOf(const std::string& path, const std::string& theirs) const;
    /// Renames an entry of `file` and, where its values differ from the folder's (norms, permuted heads, vectors in half precision), gives it
    /// bytes of its own, made when first asked for. Errors: corruptFile.
    base::Status adapt(ModelFile& file, TensorEntry& entry, std::string name) const;
};

/// Llama 3.1 stretches each frequency by a factor of its own; GGUF has them as a tensor. Adds it where config.json asks for it.
base::Status addRopeFactors(const JsonFile& config, ModelFile& file);

} // namespace cutaway::formats::hf
