#pragma once
#include <cstdint>
#include <vector>

namespace cutaway::ui {

/// How the KV cache filled over time, in a bounded number of points.
class KvHistory {
public:
    struct Point {
        std::int64_t ns = 0; ///< since the first point
        std::int64_t positions = 0;
    };

    explicit KvHistory(std::size_t limit = 2'000) : m_limit(limit) {}

    /// Adds what holds at `nowNs`. A value between two equal ones is left out; when the limit is reached, every second point goes.
    void add(std::int64_t nowNs, std::int64_t positions);
    void clear() { m_points.clear(); }
    const std::vector<Point>& points() const { return m_points; }

private:
    void thin();

    std::size_t m_limit;
    std::int64_t m_startNs = 0;
    std::vector<Point> m_points;
};

} // namespace cutaway::ui
