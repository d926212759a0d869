#pragma once
#include "engine/base/result.h"
#include "engine/formats/gguf_cursor.h"
#include "engine/formats/model_file.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cutaway::formats {

inline constexpr std::size_t kMaxTensorNameBytes = 63;
inline constexpr std::size_t kMaxTensorDims = 4;
inline constexpr const char* kAlignmentKey = "general.alignment";
inline constexpr std::uint64_t kDefaultAlignment = 32; ///< of tensor data without the key, in bytes

/// Reads `count` rows of the tensor table at the cursor; offsets are those of the file, from the start of the data section.
/// Errors: corruptFile, unsupported (a quantised tensor in the other byte order).
base::Result<std::vector<TensorEntry>> readGgufTensors(GgufCursor& cursor, std::uint64_t count);

/// Turns offsets within the data section, which begins behind the cursor, into offsets within the file, checking that tensors follow each
/// other and end inside the file.
base::Status placeGgufTensors(const GgufCursor& cursor, std::uint64_t alignment, std::vector<TensorEntry>& tensors);

/// Gives every tensor of a file in the other byte order bytes of its own, made when they are first asked for.
/// @pre the file has one source, and its tensors are placed
void swapTensors(ModelFile& file);

/// The next multiple of the alignment. @pre alignment is not 0, and the sum does not overflow
std::uint64_t roundUp(std::uint64_t value, std::uint64_t alignment);

} // namespace cutaway::formats
