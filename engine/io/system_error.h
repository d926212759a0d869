#pragma once
#include "engine/base/result.h"

namespace cutaway::io {

/// What the operating system refused about a file, with its own words for the reason and what can be done about it.
/// @param doing   "open", "write", "read"
/// @param number  the errno
base::Error systemError(const char* doing, const std::string& path, int number);

} // namespace cutaway::io
