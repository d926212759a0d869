#pragma once
#include "engine/base/result.h"
#include "engine/grammar/rules.h"

namespace cutaway::grammar {

/// Errors (invalidArgument): a rule that can come to itself without reading anything; the message names the rules on the way.
base::Status checkLeftRecursion(const RuleSet& rules);

} // namespace cutaway::grammar
