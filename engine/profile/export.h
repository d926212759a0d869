#pragma once
#include "engine/api/profile.h"

#include <string>

/// Recorded steps as text for other programs. Numbers are never localised.
namespace cutaway::profile {

/// Chrome trace JSON, which Perfetto opens: one thread a lane, times in microseconds from the first step.
std::string chromeTrace(const api::ProfileSnapshot& snapshot);
/// One line an event: step, kind, lane, stage, node, op, layer, start and duration in ns, bytes, flops.
std::string csv(const api::ProfileSnapshot& snapshot);
/// Our own capture: versioned JSON with lanes, plans and steps, nothing left out.
std::string nativeCapture(const api::ProfileSnapshot& snapshot);

} // namespace cutaway::profile
