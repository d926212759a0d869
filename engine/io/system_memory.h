#pragma once
#include "engine/base/result.h"

#include <cstdint>
#include <string>

namespace cutaway::io {

/// Where the kernel's tables are; tests put made ones there.
struct SystemRoots {
    std::string proc = "/proc";
    std::string cgroup = "/sys/fs/cgroup";
};

/// What a new allocation may count on at this moment.
struct SystemMemory {
    std::uint64_t totalBytes = 0;     ///< of the machine, or the control group's limit where that is smaller
    std::uint64_t availableBytes = 0; ///< min(MemAvailable, room left in every control group above this process)
    bool limitedByGroup = false;      ///< a control group, not the machine, gives availableBytes
};

/// What this process holds.
struct ProcessMemory {
    std::uint64_t residentBytes = 0; ///< VmRSS
    std::uint64_t peakBytes = 0;     ///< VmHWM
};

/// Reads MemAvailable and the limits of control groups, version 2 and 1. Page cache that the kernel can drop does not count as used.
/// Errors: unsupported where the system has no such tables.
base::Result<SystemMemory> readSystemMemory(const SystemRoots& roots = {});
/// Errors: unsupported where the system has no such table.
base::Result<ProcessMemory> readProcessMemory(const SystemRoots& roots = {});

} // namespace cutaway::io
