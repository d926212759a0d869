#pragma once
#include "engine/base/result.h"
#include "engine/formats/metadata.h"
#include "engine/io/atomic_file.h"
#include "kernels/types/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cutaway::formats {

/// One row of the tensor table of a file to be written.
struct GgufTensor {
    std::string name;
    kernels::DType type = kernels::DType::f32;
    std::vector<std::int64_t> shape; ///< outermost first; a whole number of blocks in a row

    std::uint64_t sizeBytes() const;
};

/// Writes a GGUF file (version 3, little-endian): metadata and tensor table at once, tensor data in the order of the table, in pieces of any
/// size. The file appears under its name with finish(). Only one tensor's bytes need to be in memory at a time.
class GgufWriter {
public:
    /// The alignment is that of the key general.alignment, else 32. Errors: invalidArgument for a value that GGUF cannot hold (an unknown
    /// type name, a name of no or more than 63 bytes, more than 4 dimensions); those of AtomicFile.
    static base::Result<GgufWriter> create(const std::string& path, const Metadata& metadata, std::vector<GgufTensor> tensors);
    /// What the file will take on the disk. Errors: as create().
    static base::Result<std::uint64_t> plannedBytes(const Metadata& metadata, const std::vector<GgufTensor>& tensors);

    /// The next bytes of the current tensor. @pre they do not reach beyond it
    base::Status write(std::span<const std::byte> bytes);
    /// @pre every tensor is complete
    base::Status finish();

private:
    GgufWriter(io::AtomicFile file, std::vector<GgufTensor> tensors, std::uint64_t alignment);
    base::Status pad();

    io::AtomicFile m_file;
    std::vector<GgufTensor> m_tensors;
    std::uint64_t m_alignment;
    std::size_t m_current = 0;    ///< the tensor that is being written
    std::uint64_t m_written = 0;  ///< bytes of it that are done
};

} // namespace cutaway::formats
