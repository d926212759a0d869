#include "engine/graph/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace cutaway::graph {
namespace {

constexpr std::uint64_t kAlignment = 64;

std::uint64_t aligned(std::uint64_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

bool overlapInTime(const Lifetime& a, const Lifetime& b) { return a.firstStage <= b.lastStage && b.firstStage <= a.lastStage; }

} // namespace

std::uint64_t planArena(std::vector<Lifetime>& buffers)
{
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return buffers[a].sizeBytes > buffers[b].sizeBytes; });

    std::vector<std::size_t> placed; // ordered by offset
    std::uint64_t total = 0;
    for (const std::size_t index : order) {
        Lifetime& buffer = buffers[index];
        const std::uint64_t size = aligned(buffer.sizeBytes);
        std::uint64_t offset = 0;
        for (const std::size_t other : placed) {
            if (!overlapInTime(buffer, buffers[other]))
                continue;
            if (offset + size <= buffers[other].offset)
                break;
            offset = std::max(offset, buffers[other].offset + aligned(buffers[other].sizeBytes));
        }
        buffer.offset = offset;
        const auto at = std::ranges::upper_bound(placed, offset, {}, [&](std::size_t i) { return buffers[i].offset; });
        placed.insert(at, index);
        total = std::max(total, offset + size);
    }
    return total;
}

} // namespace cutaway::graph
