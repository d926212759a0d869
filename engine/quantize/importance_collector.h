#pragma once
#include "engine/quantize/importance.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace cutaway::quantize {

/// Sums the squares of what goes into each weight. One thread.
class ImportanceCollector {
public:
    /// @param inputs  [n, columns]; every row counts as one token. @pre columns is the same in every call for a weight
    void add(const std::string& weight, std::span<const float> inputs, std::int64_t columns);
    /// What has been summed up, with one matrix for each weight.
    ImportanceData data() const;

private:
    struct Sums {
        std::vector<double> squares; ///< [columns]
        std::uint64_t rows = 0;
    };
    std::map<std::string, Sums> m_weights;
};

} // namespace cutaway::quantize
