#pragma once
#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What readers of every format say about a file that they refuse.
namespace cutaway::formats {

/// Where in a file a value stands, for messages; costs nothing until text() is asked for.
struct Field {
    std::string_view name;       ///< "type of tensor"
    std::string_view owner = {}; ///< the key or tensor it belongs to
    std::int64_t index = -1;     ///< position in a list; -1 for none

    /// "name of key 3", "type of tensor 'output.weight'", "element of key 'tokenizer.ggml.tokens'[17]".
    std::string text() const;
};

/// "Damaged file 'x.gguf': the <field> <what>."
base::Error damagedFile(const std::string& path, const Field& field, const std::string& what);
/// "Cannot read 'x.gguf': <what>."
base::Error unreadableFile(const std::string& path, const std::string& what);

} // namespace cutaway::formats
