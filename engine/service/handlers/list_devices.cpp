#include "engine/backend/cpu/cpu_backend.h"
#include "engine/base/thread_pool.h"
#include "engine/io/system_memory.h"
#include "engine/service/handlers.h"

#include <fstream>

namespace cutaway::service {
namespace {

std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name"))
            return line.substr(line.find(':') + 2);
    }
    return "processor";
}

} // namespace

base::Result<api::Answer> handle(const Call&, const api::ListDevices&)
{
    CUTAWAY_TRY(const auto* kernels, backend::cpu::chooseKernels({}));
    CUTAWAY_TRY(const io::SystemMemory memory, io::readSystemMemory());
    api::DeviceList list;
    list.devices.push_back({ .name = "cpu",
        .description = processorName() + " · " + std::to_string(base::physicalCores()) + " cores · " + kernels::cpu::isaName(kernels->isa), .memoryTotal = memory.totalBytes,
        .memoryFree = memory.availableBytes });
    return api::Answer { std::move(list) };
}

} // namespace cutaway::service
