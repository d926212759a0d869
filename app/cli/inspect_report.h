#pragma once
#include "app/cli/command.h"
#include "engine/api/values.h"

namespace cutaway::cli {

/// A memory plan as JSON and as lines of text.
Json planJson(const api::MemoryPlan& plan);
void printPlan(const api::MemoryPlan& plan);
const char* fitName(api::Fit fit);

} // namespace cutaway::cli
