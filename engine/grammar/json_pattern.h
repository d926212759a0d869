#pragma once
#include "engine/base/result.h"
#include "engine/grammar/gbnf_writer.h"

#include <string_view>

namespace cutaway::grammar {

/// The GBNF expression for JSON strings, quotes included, whose content matches a regular expression of JSON Schema (ECMA-262). Read: literals,
/// escapes, ".", classes with \d \w \s, groups, "|", "* + ? {m,n}", "^" and "$" at the ends of the pattern or of an alternative. Without "^" or
/// "$" anything may stand before or after, as JSON Schema wants.
/// Errors (invalidArgument, unsupported): bad syntax, look-around, back-references, anchors elsewhere; the message has the place in the pattern.
base::Result<std::string> gbnfFromPattern(std::string_view pattern, GbnfWriter& writer);

} // namespace cutaway::grammar
