#pragma once
#include "engine/api/profile.h"
#include "ui/models/step_events.h"

#include <QString>

#include <optional>

/// How the profiler's views name nodes and their costs.
namespace cutaway::ui {

/// What the machine can do at most; 0: not measured.
struct Roofs {
    double bytesPerSecond = 0;
    double flops = 0;
};

/// "worker 3" in the language of the window; a lane without a translation keeps its name.
QString laneName(const QString& name);
/// The node without its layer: "ffn_gate_up" of "blk.12.ffn_gate_up". The same for all layers.
QString roleName(const api::NodeInfo& node);
/// For a bar: "gate up", "q k v", "attn".
QString barLabel(const api::NodeInfo& node);
/// "gate up · blk 12"
QString nodeTitle(const api::NodeInfo& node);
/// "matrix product", "attention", ...
QString familyName(api::OpFamily family);

/// Share of the nearer roof, 0..1, and which one it is; empty when no roof is known or nothing was moved or computed.
struct RoofShare {
    double share = 0;
    bool memory = true;
};
std::optional<RoofShare> roofShare(const NodeCost& cost, const Roofs& roofs);

/// "gate up · blk 12 · Q4_1 · 0.41 ms · 22.8 GB/s · 67 % of roof · memory bound"
QString detailLine(const api::NodeInfo& node, const NodeCost& cost, const Roofs& roofs);
/// "step 61 · decode · 9.21 ms"
QString stepLine(const api::StepRecord& step);

} // namespace cutaway::ui
