#include "ui/models/kv_history.h"

namespace cutaway::ui {

void KvHistory::add(std::int64_t nowNs, std::int64_t positions)
{
    if (m_points.empty())
        m_startNs = nowNs;
    const Point point { nowNs - m_startNs, positions };
    const std::size_t size = m_points.size();
    if (size >= 2 && m_points[size - 1].positions == positions && m_points[size - 2].positions == positions) {
        m_points.back() = point;
        return;
    }
    m_points.push_back(point);
    if (m_points.size() > m_limit)
        thin();
}

void KvHistory::thin()
{
    std::size_t kept = 1;
    for (std::size_t i = 2; i + 1 < m_points.size(); i += 2)
        m_points[kept++] = m_points[i];
    m_points[kept++] = m_points.back();
    m_points.resize(kept);
}

} // namespace cutaway::ui
