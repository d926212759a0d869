#pragma once
#include "engine/api/profile.h"

#include <string>

/// Recorded steps as files. Times are nanoseconds of base::nowNs()'s axis unless a format says otherwise.
namespace cutaway::profile {

/// Everything that a snapshot holds, as versioned JSON. Plans stand once and steps refer to them by id; an event is an array
/// [lane, kind, node, start, end, bytes, flops] with an index into `lanes`, an index into `eventKinds`, and an index into the plan's nodes.
std::string nativeCapture(const api::ProfileSnapshot& snapshot);

/// Trace Event JSON, which Perfetto and chrome://tracing open: a track per lane and one of steps; times in microseconds.
std::string chromeTrace(const api::ProfileSnapshot& snapshot);

/// One line per event under one line of column names (RFC 4180, but lines end in a newline alone). Columns of nodes are empty for other events.
std::string csv(const api::ProfileSnapshot& snapshot);

} // namespace cutaway::profile
