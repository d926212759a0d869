#pragma once
#include <cstdint>
#include <vector>

namespace cutaway::graph {

/// A buffer that is needed from one stage to another, both included.
struct Lifetime {
    std::uint64_t sizeBytes = 0;
    std::int32_t firstStage = 0;
    std::int32_t lastStage = 0;
    std::uint64_t offset = 0; ///< result
};

/// Gives each buffer an offset in one arena so that buffers alive in the same stage never overlap: largest first, lowest free gap.
/// Offsets are multiples of 64.
/// @return bytes of the arena
std::uint64_t planArena(std::vector<Lifetime>& buffers);

} // namespace cutaway::graph
