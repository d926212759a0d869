#include "engine/profile/export.h"

#include "engine/profile/names.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <map>

namespace cutaway::profile {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kCaptureVersion = 1;
constexpr std::array kEventKinds { api::EventKind::node, api::EventKind::wait, api::EventKind::sample, api::EventKind::tokenText };

/// Events are many: they are written as text at once, while the few other things pass through a JSON library.
std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// The node of an event, or nullptr for events of no node.
const api::NodeInfo* nodeOf(const api::StepRecord& step, const api::ProfileEvent& event)
{
    if (event.kind != api::EventKind::node || !step.plan || event.node >= step.plan->nodes.size())
        return nullptr;
    return &step.plan->nodes[event.node];
}

std::string_view laneName(const api::ProfileSnapshot& snapshot, const api::ProfileEvent& event)
{
    return event.lane < snapshot.lanes.size() ? std::string_view(snapshot.lanes[event.lane]) : std::string_view();
}

Json planJson(const api::PlanInfo& plan)
{
    Json nodes = Json::array();
    for (const api::NodeInfo& node : plan.nodes) {
        nodes.push_back({ { "name", node.name }, { "op", node.op }, { "block", node.block }, { "dtype", node.dtype }, { "family", name(node.family) }, { "layer", node.layer },
            { "stage", node.stage }, { "bytes", node.bytes }, { "flops", node.flops }, { "fallback", node.fallback } });
    }
    return { { "id", plan.id }, { "key", plan.key }, { "stages", plan.stages }, { "barriersPerLayer", plan.barriersPerLayer }, { "nodes", std::move(nodes) } };
}

Json plansJson(const api::ProfileSnapshot& snapshot)
{
    std::map<std::uint32_t, const api::PlanInfo*> plans;
    for (const auto& step : snapshot.steps) {
        if (step->plan)
            plans.emplace(step->plan->id, step->plan.get());
    }
    Json list = Json::array();
    for (const auto& [id, plan] : plans)
        list.push_back(planJson(*plan));
    return list;
}

void appendCaptureStep(std::string& out, const api::StepRecord& step)
{
    const Json head { { "id", step.id }, { "kind", name(step.kind) }, { "plan", step.plan ? Json(step.plan->id) : Json() }, { "tokens", step.tokens },
        { "kvLength", step.kvLength }, { "start", step.startNs }, { "end", step.endNs } };
    out += text(head);
    out.pop_back();
    out += ",\"events\":[";
    for (const api::ProfileEvent& event : step.events) {
        std::array<char, 160> line {};
        std::snprintf(line.data(), line.size(), "%s[%u,%u,%lu,%lld,%lld,%llu,%llu]", &event == step.events.data() ? "" : ",", unsigned(event.lane), unsigned(event.kind),
            static_cast<unsigned long>(event.node), static_cast<long long>(event.startNs), static_cast<long long>(event.endNs), static_cast<unsigned long long>(event.bytes),
            static_cast<unsigned long long>(event.flops));
        out += line.data();
    }
    out += "]}";
}

// ---- Trace Event JSON ------------------------------------------------------------------------------------------------

/// Nanoseconds as microseconds, exactly.
std::string microseconds(std::int64_t ns)
{
    std::array<char, 40> digits {};
    std::snprintf(digits.data(), digits.size(), "%lld.%03d", static_cast<long long>(ns / 1000), int(ns % 1000));
    return digits.data();
}

void appendTrack(std::string& out, std::size_t track, std::string_view trackName)
{
    out += text({ { "ph", "M" }, { "pid", 1 }, { "tid", track }, { "name", "thread_name" }, { "args", { { "name", trackName } } } }) + ",\n";
    out += text({ { "ph", "M" }, { "pid", 1 }, { "tid", track }, { "name", "thread_sort_index" }, { "args", { { "sort_index", track } } } }) + ",\n";
}

void appendSlice(std::string& out, std::size_t track, std::string_view sliceName, std::string_view category, std::int64_t startNs, std::int64_t endNs, const Json& details)
{
    out += "{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(track) + ",\"ts\":" + microseconds(startNs) + ",\"dur\":" + microseconds(endNs - startNs)
        + ",\"name\":" + text(sliceName) + ",\"cat\":" + text(category) + ",\"args\":" + text(details) + "},\n";
}

void appendTraceStep(std::string& out, const api::StepRecord& step, std::size_t stepTrack)
{
    const std::string title = step.plan ? step.plan->key : std::string(name(step.kind));
    appendSlice(out, stepTrack, title, name(step.kind), step.startNs, step.endNs, { { "step", step.id }, { "tokens", step.tokens }, { "kvLength", step.kvLength } });
    for (const api::ProfileEvent& event : step.events) {
        if (const api::NodeInfo* node = nodeOf(step, event)) {
            appendSlice(out, event.lane, node->name, name(node->family), event.startNs, event.endNs,
                { { "step", step.id }, { "op", node->op }, { "block", node->block }, { "layer", node->layer }, { "dtype", node->dtype }, { "bytes", event.bytes }, { "flops", event.flops },
                    { "fallback", node->fallback } });
        } else {
            appendSlice(out, event.lane, name(event.kind), name(event.kind), event.startNs, event.endNs, { { "step", step.id } });
        }
    }
}

// ---- CSV -------------------------------------------------------------------------------------------------------------

std::string field(std::string_view value)
{
    if (value.find_first_of(",\"\n\r") == std::string_view::npos)
        return std::string(value);
    std::string quoted = "\"";
    for (const char c : value)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

std::string nativeCapture(const api::ProfileSnapshot& snapshot)
{
    Json kinds = Json::array();
    for (const api::EventKind kind : kEventKinds)
        kinds.push_back(name(kind));
    std::string out = text({ { "format", "cutaway-profile" }, { "version", kCaptureVersion }, { "lanes", snapshot.lanes },
        { "eventFields", { "lane", "kind", "node", "start", "end", "bytes", "flops" } },
        { "eventKinds", std::move(kinds) },
        { "stepsDropped", snapshot.stepsDropped }, { "recordingShare", snapshot.recordingShare }, { "roofBytesPerSecond", snapshot.roofBytesPerSecond },
        { "roofFlops", snapshot.roofFlops }, { "plans", plansJson(snapshot) } });
    out.pop_back();
    out += ",\"steps\":[";
    for (const auto& step : snapshot.steps) {
        out += step == snapshot.steps.front() ? "\n" : ",\n";
        appendCaptureStep(out, *step);
    }
    return out + "]}\n";
}

std::string chromeTrace(const api::ProfileSnapshot& snapshot)
{
    const std::size_t stepTrack = snapshot.lanes.size();
    std::string out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    for (std::size_t lane = 0; lane < snapshot.lanes.size(); ++lane)
        appendTrack(out, lane, snapshot.lanes[lane]);
    appendTrack(out, stepTrack, "steps");
    for (const auto& step : snapshot.steps)
        appendTraceStep(out, *step, stepTrack);
    out += text({ { "ph", "M" }, { "pid", 1 }, { "name", "process_name" }, { "args", { { "name", "Cutaway" } } } });
    return out + "\n]}\n";
}

std::string csv(const api::ProfileSnapshot& snapshot)
{
    std::string out = "step,kind,tokens,kvLength,lane,event,node,op,family,block,layer,stage,dtype,start,end,bytes,flops\n";
    for (const auto& step : snapshot.steps) {
        const std::string head = std::to_string(step->id) + ',' + std::string(name(step->kind)) + ',' + std::to_string(step->tokens) + ',' + std::to_string(step->kvLength) + ',';
        for (const api::ProfileEvent& event : step->events) {
            out += head + field(laneName(snapshot, event)) + ',' + std::string(name(event.kind)) + ',';
            if (const api::NodeInfo* node = nodeOf(*step, event)) {
                out += field(node->name) + ',' + field(node->op) + ',' + std::string(name(node->family)) + ',' + field(node->block) + ',' + std::to_string(node->layer) + ','
                    + std::to_string(node->stage) + ',' + field(node->dtype) + ',';
            } else {
                out += ",,,,,,,";
            }
            out += std::to_string(event.startNs) + ',' + std::to_string(event.endNs) + ',' + std::to_string(event.bytes) + ',' + std::to_string(event.flops) + '\n';
        }
    }
    return out;
}

} // namespace cutaway::profile
