#pragma once
#include "engine/base/result.h"
#include "engine/grammar/rules.h"

#include <string_view>

namespace cutaway::grammar {

/// Reads a grammar in GBNF. Errors (invalidArgument) begin with the line and the column: bad syntax, undefined rules, no rule "root",
/// groups nested deeper than 200, repetitions of more than 2,000, more than 10,000 rules, texts above 4 MiB.
/// @source facts of grammars, section 1
base::Result<RuleSet> parseGbnf(std::string_view text);

} // namespace cutaway::grammar
