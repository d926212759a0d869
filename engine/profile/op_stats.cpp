#include "engine/profile/op_stats.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace cutaway::profile {
namespace {

/// One node in one step, over all lanes.
struct NodeRun {
    std::int64_t startNs = 0, endNs = 0;
    std::uint64_t bytes = 0, flops = 0;
    double busyNs = 0, waitNs = 0;
    int lanes = 0;
};

struct Group {
    OpStats stats;
    std::vector<std::int64_t> runs;
};

/// Nearest rank: the smallest value that at least `share` of all values do not exceed. @pre values is not empty
std::int64_t percentile(std::vector<std::int64_t>& values, double share)
{
    const auto rank = std::size_t(std::max(0.0, std::ceil(share * double(values.size())) - 1));
    const auto at = values.begin() + std::ptrdiff_t(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

class Summary {
public:
    void add(const api::StepRecord& step)
    {
        m_runs.assign(step.plan ? step.plan->nodes.size() : 0, {});
        const double lanes = std::max(1, collect(step));
        m_report.wallNs += double(step.endNs - step.startNs);
        for (std::size_t node = 0; node < m_runs.size(); ++node) {
            if (m_runs[node].lanes > 0)
                addRun(m_groups[step.plan->nodes[node].op], m_runs[node], lanes);
        }
    }

    OpReport take()
    {
        for (auto& [op, group] : m_groups) {
            group.stats.op = op;
            group.stats.count = group.runs.size();
            group.stats.p50Ns = percentile(group.runs, 0.5);
            group.stats.p99Ns = percentile(group.runs, 0.99);
            m_report.ops.push_back(std::move(group.stats));
        }
        std::ranges::stable_sort(m_report.ops, std::ranges::greater {}, &OpStats::totalNs);
        return std::move(m_report);
    }

private:
    /// Fills m_runs; returns the number of lanes that ran nodes. A wait belongs to the node before it on its lane.
    int collect(const api::StepRecord& step)
    {
        std::map<std::uint16_t, NodeRun*> lastOfLane;
        for (const api::ProfileEvent& event : step.events) {
            switch (event.kind) {
            case api::EventKind::node:
                if (event.node < m_runs.size())
                    addEvent(*(lastOfLane[event.lane] = &m_runs[event.node]), event);
                break;
            case api::EventKind::wait:
                if (NodeRun* last = lastOfLane[event.lane])
                    last->waitNs += double(event.endNs - event.startNs);
                break;
            case api::EventKind::sample: addSample(step, event); break;
            case api::EventKind::tokenText: break;
            }
        }
        return int(lastOfLane.size());
    }

    static void addEvent(NodeRun& run, const api::ProfileEvent& event)
    {
        run.startNs = run.lanes == 0 ? event.startNs : std::min(run.startNs, event.startNs);
        run.endNs = std::max(run.endNs, event.endNs);
        run.bytes += event.bytes;
        run.flops += event.flops;
        run.busyNs += double(event.endNs - event.startNs);
        ++run.lanes;
    }

    static void addRun(Group& group, const NodeRun& run, double lanes)
    {
        group.stats.selfNs += run.busyNs / lanes;
        group.stats.totalNs += (run.busyNs + run.waitNs) / lanes;
        group.stats.elapsedNs += double(run.endNs - run.startNs);
        group.stats.bytes += run.bytes;
        group.stats.flops += run.flops;
        group.runs.push_back(run.endNs - run.startNs);
    }

    void addSample(const api::StepRecord& step, const api::ProfileEvent& event)
    {
        Group& group = m_groups["sampling"];
        const std::int64_t time = event.endNs - event.startNs;
        group.stats.selfNs += double(time);
        group.stats.totalNs += double(time);
        group.stats.elapsedNs += double(time);
        group.runs.push_back(time);
        // A sample that begins inside its step takes no wall time beyond the step for that part.
        m_report.wallNs += double(std::max<std::int64_t>(0, event.endNs - std::max(event.startNs, step.endNs)));
    }

    OpReport m_report;
    std::map<std::string, Group> m_groups;
    std::vector<NodeRun> m_runs; ///< of the step at hand, by node
};

} // namespace

OpReport opStats(const api::ProfileSnapshot& snapshot)
{
    Summary summary;
    for (const auto& step : snapshot.steps)
        summary.add(*step);
    return summary.take();
}

} // namespace cutaway::profile
