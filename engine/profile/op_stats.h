#pragma once
#include "engine/api/profile.h"

#include <cstdint>
#include <string>
#include <vector>

/// Costs of recorded steps, summed by op.
namespace cutaway::profile {

/// All runs of one op. A node that runs on several lanes counts its average over the lanes of its step, so that all rows together are the
/// wall time.
struct OpStats {
    std::string op;            ///< "linear"; "sampling" for the work between steps
    std::uint64_t count = 0;   ///< runs: one a node and step
    double selfNs = 0;         ///< running
    double totalNs = 0;        ///< running, and the waits at the barriers right after it
    std::int64_t p50Ns = 0;    ///< of one run, from the first lane's start to the last lane's end; nearest rank
    std::int64_t p99Ns = 0;
    double elapsedNs = 0;      ///< all runs, first lane's start to last lane's end: the time that rates refer to
    std::uint64_t bytes = 0;   ///< moved, over all runs
    std::uint64_t flops = 0;
};

struct OpReport {
    std::vector<OpStats> ops; ///< longest total first
    double wallNs = 0;        ///< of the steps, and of the sampling after them
};

OpReport opStats(const api::ProfileSnapshot& snapshot);

} // namespace cutaway::profile
