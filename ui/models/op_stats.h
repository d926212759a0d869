#pragma once
#include "ui/models/profile_store.h"

#include <atomic>
#include <vector>

/// Costs of many steps, summed by op, by role in the block, by node or by layer.
namespace cutaway::ui {

enum class OpGroup {
    role,  ///< the same node of all layers: "ffn_gate_up"
    op,    ///< "linear"
    node,  ///< "blk.12.ffn_gate_up"
    layer, ///< "blk 12"; nodes of no layer by their block
};

/// One row. A node that runs on several lanes counts its average over the lanes of the step, so that all rows together are the wall time.
struct OpRow {
    QString name;
    api::OpFamily family = api::OpFamily::copy;    ///< of most of the group's time
    std::int32_t layer = -1;                       ///< of a node or a layer
    std::uint32_t plan = 0, node = 0;              ///< a member of the group, to select it by
    double selfNs = 0;                             ///< running
    double totalNs = 0;                            ///< running, and the waits at the barriers right after it
    std::uint64_t count = 0;                       ///< runs: one a node and step
    std::int64_t p50Ns = 0, p99Ns = 0;             ///< of one run, from the first lane's start to the last lane's end
    double bytesPerSecond = 0, flopsPerSecond = 0; ///< while running
    double share = 0;                              ///< totalNs of OpReport::wallNs, 0..1
};

struct OpReport {
    std::vector<OpRow> rows; ///< longest total first
    std::size_t steps = 0;
    double wallNs = 0; ///< of the steps, and of the sampling after them
    double waitNs = 0; ///< of it: at barriers, averaged over the lanes
};

/// The name of the row that a node's costs go to.
QString groupName(OpGroup group, const api::NodeInfo& node);

/// Runs on any thread; returns an empty report soon after `cancelled` becomes true.
OpReport summarize(std::span<const StepPtr> steps, OpGroup group, const std::atomic<bool>& cancelled);

} // namespace cutaway::ui
