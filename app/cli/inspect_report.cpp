#include "app/cli/inspect_report.h"

#include "engine/base/text.h"

#include <cstdio>

namespace cutaway::cli {

const char* fitName(api::Fit fit)
{
    switch (fit) {
    case api::Fit::fits: return "fits";
    case api::Fit::tight: return "tight";
    case api::Fit::tooLarge: return "tooLarge";
    case api::Fit::unknown: return "unknown";
    }
    return "";
}

Json planJson(const api::MemoryPlan& plan)
{
    Json devices = Json::array();
    for (const api::DevicePlan& device : plan.devices)
        devices.push_back({ { "name", device.name }, { "weights", device.weights }, { "kv", device.kv }, { "compute", device.compute }, { "output", device.output },
            { "total", device.total }, { "free", device.free }, { "layers", device.layers } });
    return { { "devices", std::move(devices) }, { "fits", plan.fit == api::Fit::fits || plan.fit == api::Fit::tight }, { "fit", fitName(plan.fit) }, { "context", plan.context },
        { "layers", plan.layerCount } };
}

void printPlan(const api::MemoryPlan& plan)
{
    for (const api::DevicePlan& device : plan.devices) {
        std::printf("memory on %s for %lld tokens: %s (weights %s, KV cache %s, activations %s, logits %s), %s free: %s\n", device.name.c_str(), static_cast<long long>(plan.context),
            base::formatBytes(device.total).c_str(), base::formatBytes(device.weights).c_str(), base::formatBytes(device.kv).c_str(), base::formatBytes(device.compute).c_str(),
            base::formatBytes(device.output).c_str(), base::formatBytes(device.free).c_str(), fitName(plan.fit));
    }
}

} // namespace cutaway::cli
