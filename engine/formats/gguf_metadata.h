#pragma once
#include "engine/base/result.h"
#include "engine/formats/gguf_cursor.h"
#include "engine/formats/metadata.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace cutaway::formats {

/// Reads `count` keys with their values at the cursor. Errors: corruptFile, naming the key, the value and the limit.
base::Result<Metadata> readGgufMetadata(GgufCursor& cursor, std::uint64_t count);

/// What GGUF calls its value types; the numbers are those of the file.
enum class GgufType : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

/// "u8", "str": what MetaValue::typeName is made of.
std::string_view ggufTypeName(GgufType type);
/// The type of that name; nothing when no type has it.
std::optional<GgufType> findGgufType(std::string_view name);
/// The element type in "arr[u32]"; nothing when the name is not of that form.
std::optional<GgufType> ggufElementType(std::string_view typeName);

} // namespace cutaway::formats
