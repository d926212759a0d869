#pragma once
#include <algorithm>
#include <cstdint>

namespace cutaway::backend::cpu {

/// How a value's work is divided over the workers. Two steps with the same slicing need no barrier between them: each worker reads
/// what it wrote itself.
struct Slicing {
    enum class Axis : std::uint8_t {
        none,     ///< every worker does all of it, into its own copy
        features, ///< a range of channels (or heads), for all tokens
        tokens,   ///< a range of tokens, all channels
    };
    Axis axis = Axis::none;
    std::int64_t count = 0; ///< channels or tokens
    std::int64_t unit = 1;  ///< ranges are multiples of it, but for the end
    bool roundUp = false;   ///< whether early workers take the odd unit: alternated between the projections of a stage
    friend bool operator==(const Slicing&, const Slicing&) = default;

    struct Range {
        std::int64_t begin = 0, end = 0;
        std::int64_t size() const { return end - begin; }
    };
    Range range(int worker, int workers) const
    {
        const std::int64_t units = (count + unit - 1) / unit;
        const std::int64_t bias = roundUp ? workers - 1 : 0;
        const auto edge = [&](std::int64_t w) { return std::min(count, (units * w + bias) / workers * unit); };
        return axis == Axis::none ? Range { 0, count } : Range { edge(worker), worker + 1 == workers ? count : edge(worker + 1) };
    }
};

} // namespace cutaway::backend::cpu
