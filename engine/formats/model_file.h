#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/formats/metadata_override.h"
#include "engine/io/byte_source.h"
#include "kernels/types/dtype.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cutaway::formats {

/// One tensor of a file: where its bytes are, not the bytes themselves.
struct TensorEntry {
    std::string name;
    kernels::DType type = kernels::DType::f32;
    std::vector<std::int64_t> shape; ///< outermost first: [rows, rowLength]; GGUF's order is reversed here and nowhere else
    std::uint64_t offset = 0;        ///< from the start of the source
    std::uint64_t sizeBytes = 0;
    std::size_t source = 0; ///< index into ModelFile::sources (split files have several)
};

/// A model file, opened: metadata and the tensor directory, every bound checked. Tensor bytes are borrowed from the mapping.
class ModelFile {
public:
    std::string path;            ///< as the user named it (first shard of a split set)
    std::string formatName;      ///< "GGUF v3"
    std::uint64_t sizeBytes = 0; ///< of all files
    Metadata metadata;
    std::vector<TensorEntry> tensors; ///< in file order
    std::vector<std::shared_ptr<io::ByteSource>> sources;

    void buildIndex();
    const TensorEntry* find(std::string_view name) const;
    /// The bytes of a tensor inside the mapping, TensorEntry::sizeBytes long.
    const std::byte* data(const TensorEntry& entry) const;
    /// An error once bytes of any of its files could not be read. Errors: ioFailed.
    base::Status intact() const;

private:
    std::unordered_map<std::string, std::size_t> m_index;
};

/// Opens a model in any format of the registry and checks everything that can be checked without reading tensor data. Any part of a split
/// model opens the whole. The overrides take the place of the file's own keys.
/// Errors: notFound, accessDenied, corruptFile (naming field, value and limit), unsupported, ioFailed.
/// @source facts of the GGUF container
base::Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path, std::span<const MetadataOverride> overrides = {});

} // namespace cutaway::formats
