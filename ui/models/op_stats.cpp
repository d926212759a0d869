#include "ui/models/op_stats.h"

#include "ui/models/node_text.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace cutaway::ui {
namespace {

using Times = std::array<double, std::size_t(api::OpFamily::wait) + 1>;

struct Group {
    OpRow row;
    Times familyNs {};
    std::vector<std::int64_t> runs;
    double elapsedNs = 0;
    double bytes = 0, flops = 0;
};

/// What a node did in the step at hand.
struct NodeRun {
    NodeCost cost;
    double busyNs = 0, waitNs = 0;
};

/// Nearest rank: the smallest value that at least `share` of all values do not exceed.
std::int64_t percentile(std::vector<std::int64_t>& values, double share)
{
    const auto rank = std::size_t(std::max(0.0, std::ceil(share * double(values.size())) - 1));
    const auto at = values.begin() + std::ptrdiff_t(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

class Summary {
public:
    explicit Summary(OpGroup group) : m_group(group) {}

    void add(const api::StepRecord& step)
    {
        static const api::PlanInfo kNoPlan;
        const api::PlanInfo& plan = step.plan ? *step.plan : kNoPlan;
        const auto& groupOfNode = groupsOf(step.plan);
        m_runs.assign(plan.nodes.size(), {});
        const double lanes = std::max(1, collect(step));
        m_report.wallNs += double(step.endNs - step.startNs);
        ++m_report.steps;
        for (std::size_t node = 0; node < m_runs.size(); ++node)
            if (m_runs[node].cost.lanes > 0)
                addRun(m_groups[groupOfNode[node]], plan.nodes[node], m_runs[node], lanes);
    }

    OpReport take()
    {
        for (Group& group : m_groups) {
            if (group.runs.empty())
                continue;
            OpRow& row = group.row;
            row.count = group.runs.size();
            row.p50Ns = percentile(group.runs, 0.5);
            row.p99Ns = percentile(group.runs, 0.99);
            row.family = api::OpFamily(std::max_element(group.familyNs.begin(), group.familyNs.end()) - group.familyNs.begin());
            row.bytesPerSecond = group.elapsedNs > 0 ? group.bytes * 1e9 / group.elapsedNs : 0;
            row.flopsPerSecond = group.elapsedNs > 0 ? group.flops * 1e9 / group.elapsedNs : 0;
            row.share = m_report.wallNs > 0 ? row.totalNs / m_report.wallNs : 0;
            m_report.rows.push_back(std::move(row));
        }
        std::stable_sort(m_report.rows.begin(), m_report.rows.end(), [](const OpRow& a, const OpRow& b) { return a.totalNs > b.totalNs; });
        return std::move(m_report);
    }

private:
    /// Fills m_runs; returns the number of lanes that ran nodes. A wait belongs to the node before it on its lane.
    int collect(const api::StepRecord& step)
    {
        int lanes = 0;
        double waits = 0;
        const api::ProfileEvent* before = nullptr;
        NodeRun* last = nullptr;
        for (const api::ProfileEvent& event : step.events) {
            const bool newLane = !before || before->lane != event.lane;
            before = &event;
            if (newLane) {
                last = nullptr;
                lanes += event.kind == api::EventKind::node || event.kind == api::EventKind::wait;
            }
            const auto time = double(event.endNs - event.startNs);
            if (event.kind == api::EventKind::node && event.node < m_runs.size()) {
                last = &m_runs[event.node];
                addEvent(*last, event, time);
            } else if (event.kind == api::EventKind::wait) {
                waits += time;
                if (last)
                    last->waitNs += time;
            } else if (event.kind == api::EventKind::sample) {
                addSample(step, event, time);
            }
        }
        m_report.waitNs += waits / std::max(1, lanes);
        return lanes;
    }

    static void addEvent(NodeRun& run, const api::ProfileEvent& event, double time)
    {
        NodeCost& cost = run.cost;
        cost.startNs = cost.lanes == 0 ? event.startNs : std::min(cost.startNs, event.startNs);
        cost.endNs = std::max(cost.endNs, event.endNs);
        cost.bytes += event.bytes;
        cost.flops += event.flops;
        ++cost.lanes;
        run.busyNs += time;
    }

    static void addRun(Group& group, const api::NodeInfo& node, const NodeRun& run, double lanes)
    {
        group.row.selfNs += run.busyNs / lanes;
        group.row.totalNs += (run.busyNs + run.waitNs) / lanes;
        group.familyNs[std::size_t(node.family)] += run.busyNs;
        group.runs.push_back(run.cost.elapsedNs());
        group.elapsedNs += double(run.cost.elapsedNs());
        group.bytes += double(run.cost.bytes);
        group.flops += double(run.cost.flops);
    }

    void addSample(const api::StepRecord& step, const api::ProfileEvent& event, double time)
    {
        Group& group = m_groups[groupNamed(QCoreApplication::translate("Profile", "sampling"))];
        group.row.selfNs += time;
        group.row.totalNs += time;
        group.row.node = UINT32_MAX;
        group.familyNs[std::size_t(api::OpFamily::sampling)] += time;
        group.runs.push_back(event.endNs - event.startNs);
        m_report.wallNs += double(std::max<std::int64_t>(0, event.endNs - std::max(event.startNs, step.endNs)));
    }

    std::size_t groupNamed(const QString& name)
    {
        const auto known = m_byName.constFind(name);
        if (known != m_byName.constEnd())
            return *known;
        m_groups.emplace_back().row.name = name;
        m_byName.insert(name, m_groups.size() - 1);
        return m_groups.size() - 1;
    }

    const std::vector<std::size_t>& groupsOf(const std::shared_ptr<const api::PlanInfo>& plan)
    {
        auto [at, fresh] = m_byPlan.try_emplace(plan.get());
        if (!fresh || !plan)
            return at->second;
        const bool oneLayer = m_group == OpGroup::node || m_group == OpGroup::layer;
        for (std::uint32_t i = 0; i < plan->nodes.size(); ++i) {
            const api::NodeInfo& node = plan->nodes[i];
            const std::size_t known = m_groups.size();
            const std::size_t index = groupNamed(groupName(m_group, node));
            if (index == known) {
                OpRow& row = m_groups[index].row;
                row.plan = plan->id;
                row.node = i;
                row.layer = oneLayer ? node.layer : -1;
            }
            at->second.push_back(index);
        }
        return at->second;
    }

    OpGroup m_group;
    OpReport m_report;
    std::vector<Group> m_groups;
    QHash<QString, std::size_t> m_byName;
    std::map<const api::PlanInfo*, std::vector<std::size_t>> m_byPlan;
    std::vector<NodeRun> m_runs; ///< of the step at hand, by node
};

} // namespace

QString groupName(OpGroup group, const api::NodeInfo& node)
{
    switch (group) {
    case OpGroup::role: return roleName(node);
    case OpGroup::op: return QString::fromStdString(node.op);
    case OpGroup::node: return QString::fromStdString(node.name);
    case OpGroup::layer:
        return node.layer < 0 ? QString::fromStdString(node.block) : QCoreApplication::translate("Profile", "blk %1").arg(node.layer);
    }
    return {};
}

OpReport summarize(std::span<const StepPtr> steps, OpGroup group, const std::atomic<bool>& cancelled)
{
    Summary summary(group);
    for (const StepPtr& step : steps) {
        if (cancelled.load(std::memory_order_relaxed))
            return {};
        summary.add(*step);
    }
    return summary.take();
}

} // namespace cutaway::ui
