#pragma once
#include <cstdint>

namespace cutaway::base {

/// Nanoseconds of CLOCK_MONOTONIC: the one time axis of events, steps and timings.
std::int64_t nowNs();

} // namespace cutaway::base
