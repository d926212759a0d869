#pragma once
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace cutaway::io {

/// Writes a whole file so that a reader, or a power cut, sees either the old content or the new one, never a part: a file beside it is
/// written, flushed to the disk and renamed. Errors: notFound (no such folder), accessDenied, invalidArgument (disk full and the like).
base::Status writeFileAtomically(const std::string& path, std::string_view content);

} // namespace cutaway::io
