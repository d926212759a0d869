#include "engine/quantize/importance_collector.h"

namespace cutaway::quantize {

void ImportanceCollector::add(const std::string& weight, std::span<const float> inputs, std::int64_t columns)
{
    const auto width = static_cast<std::size_t>(columns);
    Sums& sums = m_weights[weight];
    sums.squares.resize(width);
    CUTAWAY_CHECK(width > 0 && inputs.size() % width == 0);
    for (std::size_t row = 0; row < inputs.size(); row += width) {
        for (std::size_t i = 0; i < width; ++i)
            sums.squares[i] += double(inputs[row + i]) * inputs[row + i];
    }
    sums.rows += inputs.size() / width;
}

ImportanceData ImportanceCollector::data() const
{
    ImportanceData data;
    for (const auto& [name, sums] : m_weights)
        data.entries[name] = { std::int64_t(sums.squares.size()), { sums.squares.begin(), sums.squares.end() }, { float(sums.rows) } };
    return data;
}

} // namespace cutaway::quantize
