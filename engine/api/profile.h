#pragma once
#include "engine/base/op_family.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// What the profiler recorded, as immutable values.
namespace cutaway::api {

using base::OpFamily;

/// A node of a plan: static facts. Costs are per step; attention's grow with the KV length and are given per event instead.
struct NodeInfo {
    std::string name;   ///< "blk.12.ffn_gate"
    std::string op;     ///< "linear"
    std::string block;  ///< "attention", "ffn", "embedding", "output"
    std::string dtype;  ///< of its weights; empty when it has none
    OpFamily family = OpFamily::copy;
    std::int32_t layer = -1;
    std::int32_t stage = 0;
    std::uint64_t bytes = 0; ///< read and written in one step by all lanes together, KV excluded
    std::uint64_t flops = 0;
    std::string fallback; ///< why the reference ran instead of a fast kernel; empty normally
};

struct PlanInfo {
    std::uint32_t id = 0;
    std::string key;       ///< "decode, 1 token", "prefill, 512 tokens"
    std::vector<NodeInfo> nodes;
    std::int32_t stages = 0;
    double barriersPerLayer = 0;
};

enum class EventKind : std::uint8_t { node, wait, sample, tokenText };
struct ProfileEvent {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t node = 0;  ///< index into PlanInfo::nodes (node events)
    std::uint16_t lane = 0;  ///< index into ProfileSnapshot::lanes
    EventKind kind = EventKind::node;
    std::uint64_t bytes = 0; ///< moved by this lane in this event
    std::uint64_t flops = 0;
};

enum class StepKind : std::uint8_t { prefill, decode };
/// One decode step or prefill ubatch.
struct StepRecord {
    std::uint64_t id = 0;
    StepKind kind = StepKind::decode;
    std::shared_ptr<const PlanInfo> plan;
    std::int32_t tokens = 0;
    std::int64_t kvLength = 0; ///< positions after the step
    std::int64_t startNs = 0, endNs = 0;
    std::vector<ProfileEvent> events; ///< ordered by lane, then start
};

/// The last N steps. Steps are shared between snapshots, so that taking one costs little.
struct ProfileSnapshot {
    std::vector<std::string> lanes; ///< "worker 0", "worker 1", "sampler"
    std::vector<std::shared_ptr<const StepRecord>> steps; ///< oldest first
    std::uint64_t stepsDropped = 0; ///< older than the ring
    double recordingShare = 0;      ///< events per step x measured ns per event / step time
    double roofBytesPerSecond = 0;  ///< measured memory bandwidth of this machine; 0: not measured
    double roofFlops = 0;
};

} // namespace cutaway::api
