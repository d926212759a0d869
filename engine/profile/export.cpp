#include "engine/profile/export.h"

#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

namespace cutaway::profile {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kCaptureVersion = 1;

const char* stepKindName(api::StepKind kind)
{
    switch (kind) {
    case api::StepKind::prefill: return "prefill";
    case api::StepKind::decode: return "decode";
    }
    return "";
}

const char* eventKindName(api::EventKind kind)
{
    switch (kind) {
    case api::EventKind::node: return "node";
    case api::EventKind::wait: return "wait";
    case api::EventKind::sample: return "sample";
    case api::EventKind::tokenText: return "tokenText";
    }
    return "";
}

/// Node events carry their node's name, all others their kind.
std::string nameOf(const api::StepRecord& step, const api::ProfileEvent& event)
{
    return event.kind == api::EventKind::node ? step.plan->nodes[event.node].name : eventKindName(event.kind);
}

Json traceEvent(const api::StepRecord& step, const api::ProfileEvent& event, std::int64_t originNs)
{
    Json json { { "name", nameOf(step, event) }, { "cat", eventKindName(event.kind) }, { "ph", "X" }, { "pid", 1 }, { "tid", event.lane },
        { "ts", double(event.startNs - originNs) / 1e3 }, { "dur", double(event.endNs - event.startNs) / 1e3 } };
    json["args"] = { { "step", step.id } };
    if (event.kind == api::EventKind::node) {
        const api::NodeInfo& node = step.plan->nodes[event.node];
        json["args"].update({ { "op", node.op }, { "layer", node.layer }, { "stage", node.stage }, { "bytes", event.bytes }, { "flops", event.flops } });
    }
    return json;
}

Json planJson(const api::PlanInfo& plan)
{
    Json nodes = Json::array();
    for (const api::NodeInfo& node : plan.nodes) {
        nodes.push_back({ { "name", node.name }, { "op", node.op }, { "block", node.block }, { "dtype", node.dtype }, { "layer", node.layer }, { "stage", node.stage },
            { "bytes", node.bytes }, { "flops", node.flops }, { "fallback", node.fallback } });
    }
    return { { "id", plan.id }, { "key", plan.key }, { "stages", plan.stages }, { "barriersPerLayer", plan.barriersPerLayer }, { "nodes", std::move(nodes) } };
}

Json stepJson(const api::StepRecord& step)
{
    Json events = Json::array();
    for (const api::ProfileEvent& event : step.events)
        events.push_back({ event.lane, eventKindName(event.kind), event.node, event.startNs, event.endNs, event.bytes, event.flops });
    return { { "id", step.id }, { "kind", stepKindName(step.kind) }, { "plan", step.plan->id }, { "tokens", step.tokens }, { "kvLength", step.kvLength },
        { "start", step.startNs }, { "end", step.endNs }, { "events", std::move(events) } };
}

} // namespace

std::string chromeTrace(const api::ProfileSnapshot& snapshot)
{
    Json events = Json::array();
    for (std::size_t lane = 0; lane < snapshot.lanes.size(); ++lane)
        events.push_back({ { "name", "thread_name" }, { "ph", "M" }, { "pid", 1 }, { "tid", lane }, { "args", { { "name", snapshot.lanes[lane] } } } });
    const std::int64_t originNs = snapshot.steps.empty() ? 0 : snapshot.steps.front()->startNs;
    for (const auto& step : snapshot.steps) {
        for (const api::ProfileEvent& event : step->events)
            events.push_back(traceEvent(*step, event, originNs));
    }
    return Json { { "traceEvents", std::move(events) }, { "displayTimeUnit", "ns" } }.dump();
}

std::string csv(const api::ProfileSnapshot& snapshot)
{
    std::ostringstream out;
    out << "step,stepKind,lane,kind,stage,node,op,layer,startNs,durationNs,bytes,flops\n";
    for (const auto& step : snapshot.steps) {
        for (const api::ProfileEvent& event : step->events) {
            const bool isNode = event.kind == api::EventKind::node;
            const api::NodeInfo node = isNode ? step->plan->nodes[event.node] : api::NodeInfo {};
            out << step->id << ',' << stepKindName(step->kind) << ',' << event.lane << ',' << eventKindName(event.kind) << ',' << node.stage << ',' << nameOf(*step, event) << ','
                << node.op << ',' << node.layer << ',' << event.startNs << ',' << event.endNs - event.startNs << ',' << event.bytes << ',' << event.flops << '\n';
        }
    }
    return out.str();
}

std::string nativeCapture(const api::ProfileSnapshot& snapshot)
{
    Json plans = Json::array();
    Json steps = Json::array();
    std::set<std::uint32_t> written;
    for (const auto& step : snapshot.steps) {
        if (written.insert(step->plan->id).second)
            plans.push_back(planJson(*step->plan));
        steps.push_back(stepJson(*step));
    }
    return Json { { "format", "cutaway-profile" }, { "version", kCaptureVersion }, { "lanes", snapshot.lanes }, { "stepsDropped", snapshot.stepsDropped },
        { "recordingShare", snapshot.recordingShare }, { "eventFields", { "lane", "kind", "node", "startNs", "endNs", "bytes", "flops" } }, { "plans", std::move(plans) },
        { "steps", std::move(steps) } }
        .dump();
}

} // namespace cutaway::profile
