#include "engine/io/system_memory.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace cutaway::io {
namespace {

namespace fs = std::filesystem;

/// The names of one version of the control group files.
struct GroupFiles {
    const char* limit;
    const char* usage;
    std::string_view reclaimable; ///< row of memory.stat: page cache that goes first
};
constexpr GroupFiles kVersion2 { "memory.max", "memory.current", "inactive_file" };
constexpr GroupFiles kVersion1 { "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file" };

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc {} && end != text.data() ? std::optional(value) : std::nullopt;
}

/// The first word of a file as a number; empty when there is no file or no number ("max").
std::optional<std::uint64_t> numberIn(const fs::path& path)
{
    std::ifstream in(path);
    std::string word;
    return in >> word ? number(word) : std::nullopt;
}

/// The number behind a name in a table of "name value" or "name: value unit" rows.
std::optional<std::uint64_t> row(const fs::path& path, std::string_view name)
{
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string key;
        std::string value;
        if (words >> key >> value && (key == name || (key.ends_with(':') && key.substr(0, key.size() - 1) == name)))
            return number(value);
    }
    return std::nullopt;
}

void applyGroup(const fs::path& folder, const GroupFiles& files, std::uint64_t machineBytes, SystemMemory& memory)
{
    const auto limit = numberIn(folder / files.limit);
    const auto usage = numberIn(folder / files.usage);
    // Version 1 writes "no limit" as a number larger than any memory.
    if (!limit || !usage || *limit >= machineBytes)
        return;
    const std::uint64_t reclaimable = std::min(row(folder / "memory.stat", files.reclaimable).value_or(0), *usage);
    const std::uint64_t used = *usage - reclaimable;
    const std::uint64_t room = *limit > used ? *limit - used : 0;
    memory.totalBytes = std::min(memory.totalBytes, *limit);
    if (room < memory.availableBytes) {
        memory.availableBytes = room;
        memory.limitedByGroup = true;
    }
}

/// A limit anywhere above holds, so every folder from the group up to the root counts.
void applyGroups(const fs::path& root, fs::path group, const GroupFiles& files, SystemMemory& memory)
{
    const std::uint64_t machineBytes = memory.totalBytes;
    for (group = group.relative_path(); !group.empty(); group = group.parent_path())
        applyGroup(root / group, files, machineBytes, memory);
    applyGroup(root, files, machineBytes, memory);
}

} // namespace

base::Result<SystemMemory> readSystemMemory(const SystemRoots& roots)
{
    const fs::path table = fs::path(roots.proc) / "meminfo";
    const auto total = row(table, "MemTotal");
    const auto available = row(table, "MemAvailable");
    if (!total || !available)
        return base::Error { .code = base::ErrorCode::unsupported,
            .message = "The system does not tell how much memory is free: " + table.string() + " has no MemTotal and MemAvailable.",
            .subject = table.string() };
    SystemMemory memory { .totalBytes = *total * 1024, .availableBytes = *available * 1024 };
    std::ifstream groups(fs::path(roots.proc) / "self" / "cgroup");
    std::string line;
    while (std::getline(groups, line)) { // "0::/path" in version 2, "4:cpu,memory:/path" in version 1
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const fs::path group = line.substr(second + 1);
        if (controllers == ",,")
            applyGroups(roots.cgroup, group, kVersion2, memory);
        else if (controllers.find(",memory,") != std::string::npos)
            applyGroups(fs::path(roots.cgroup) / "memory", group, kVersion1, memory);
    }
    return memory;
}

base::Result<ProcessMemory> readProcessMemory(const SystemRoots& roots)
{
    const fs::path table = fs::path(roots.proc) / "self" / "status";
    const auto resident = row(table, "VmRSS");
    const auto peak = row(table, "VmHWM");
    if (!resident || !peak)
        return base::Error { .code = base::ErrorCode::unsupported,
            .message = "The system does not tell how much memory the process holds: " + table.string() + " has no VmRSS and VmHWM.",
            .subject = table.string() };
    return ProcessMemory { .residentBytes = *resident * 1024, .peakBytes = *peak * 1024 };
}

} // namespace cutaway::io
