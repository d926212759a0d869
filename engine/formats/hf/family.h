#pragma once
#include "engine/base/result.h"
#include "engine/formats/hf/json_file.h"
#include "engine/formats/metadata.h"

#include <span>
#include <string_view>

namespace cutaway::formats::hf {

/// A tensor of a layer: its name after "model.layers.N." and after "blk.N.", both without ".weight" or ".bias".
struct LayerName {
    std::string_view theirs;
    std::string_view ours;
};

/// How folders of one kind of model differ from GGUF files of its architecture.
struct Family {
    std::string_view modelType;    ///< `model_type` of config.json
    std::string_view architecture; ///< general.architecture
    std::string_view activation;   ///< the one that the architecture computes
    bool permutedHeads = false;    ///< GGUF rotates neighbouring channels, the folder halves of a head: rows of Q and K change places
    bool normsFromOne = false;     ///< the folder's norms lack the 1 that GGUF's have
    std::span<const LayerName> layerNames;
};

/// Every family that this build reads.
std::span<const Family> families();
/// The family of a config.json. Errors: unsupported, listing those that can be read.
base::Result<const Family*> findFamily(const JsonFile& config);

/// Turns the numbers of config.json into keys of a GGUF file. Errors: corruptFile naming the key; unsupported.
base::Status addConfigKeys(const JsonFile& config, const Family& family, Metadata& metadata);

} // namespace cutaway::formats::hf
