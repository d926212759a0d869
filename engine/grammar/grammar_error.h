#pragma once
#include "engine/base/result.h"

#include <string_view>

namespace cutaway::grammar {

/// "Grammar, line 2, column 5: <what>." with code invalidArgument. Lines and columns count from 1, columns in characters.
/// @param at  byte of `text`, at most its size
base::Error grammarError(std::string_view text, std::size_t at, std::string_view what);

} // namespace cutaway::grammar
