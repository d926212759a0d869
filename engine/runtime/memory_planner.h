#pragma once
#include "engine/api/values.h"
#include "engine/runtime/session.h"

namespace cutaway::runtime {

/// The options with every default filled in: what will really run.
/// Errors: invalidArgument for numbers out of range.
base::Result<RunOptions> resolveOptions(const ModelDescription& description, RunOptions options);

/// What running a model takes, from the planners that will allocate it.
struct PlannedMemory {
    std::uint64_t weights = 0, kv = 0, compute = 0, output = 0;
    std::uint64_t total() const { return weights + kv + compute + output; }
};
/// @param options  resolved
base::Result<PlannedMemory> planMemory(const ModelDescription& description, const RunOptions& options, backend::Backend& decode, backend::Backend& prefill);

/// The same as a report with one row per buffer, and whether it fits: plan <= min(MemAvailable, cgroup limit) less 10 %.
base::Result<api::MemoryPlan> planReport(const ModelDescription& description, const RunOptions& options);

/// Backends without loading: the plain CPU, or the oracle.
base::Result<std::unique_ptr<backend::Backend>> makeBackend(const RunOptions& options, base::ThreadPool& pool);

} // namespace cutaway::runtime
