#include "engine/io/system_memory.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <fstream>
#include <vector>

using namespace cutaway;

namespace {

constexpr std::uint64_t kGiB = std::uint64_t(1) << 30;

/// A made /proc and /sys/fs/cgroup.
class MadeSystem {
public:
    MadeSystem() { write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:         1048576 kB\nMemAvailable:    8388608 kB\n"); }
    void write(const std::string& path, const std::string& text)
    {
        std::filesystem::create_directories((m_folder.path() / path).parent_path());
        std::ofstream(m_folder.path() / path) << text;
    }
    void group(const std::string& path, std::uint64_t limit, std::uint64_t usage, std::uint64_t cache)
    {
        write(path + "/memory.max", std::to_string(limit));
        write(path + "/memory.current", std::to_string(usage));
        write(path + "/memory.stat", "anon 5\ninactive_file " + std::to_string(cache) + "\n");
    }
    io::SystemRoots roots() const { return { m_folder.path() / "proc", m_folder.path() / "cgroup" }; }

private:
    test::TempDir m_folder;
};

} // namespace

TEST_CASE("without a control group the machine's own figure holds")
{
    MadeSystem system;
    const auto memory = io::readSystemMemory(system.roots());
    REQUIRE(memory);
    CHECK(memory->totalBytes == 16 * kGiB);
    CHECK(memory->availableBytes == 8 * kGiB);
    CHECK_FALSE(memory->limitedByGroup);
}

TEST_CASE("version 2: the tightest group above the process decides, droppable cache is free")
{
    MadeSystem system;
    system.write("proc/self/cgroup", "0::/user/app\n");
    system.group("cgroup/user/app", 3 * kGiB, kGiB, 0);
    system.group("cgroup/user", 6 * kGiB, 5 * kGiB, kGiB / 2);
    system.write("cgroup/memory.max", "max\n");
    const auto memory = io::readSystemMemory(system.roots());
    REQUIRE(memory);
    CHECK(memory->totalBytes == 3 * kGiB);
    CHECK(memory->availableBytes == kGiB + kGiB / 2);
    CHECK(memory->limitedByGroup);
}

TEST_CASE("a group that is used beyond its limit has no room")
{
    MadeSystem system;
    system.write("proc/self/cgroup", "0::/\n");
    system.group("cgroup", kGiB, 2 * kGiB, 0);
    CHECK(io::readSystemMemory(system.roots())->availableBytes == 0);
}

TEST_CASE("version 1: the memory controller's folder counts, its huge number means no limit")
{
    MadeSystem system;
    system.write("proc/self/cgroup", "12:cpu,cpuacct:/a\n7:memory:/docker/x\n");
    system.write("cgroup/memory/docker/x/memory.limit_in_bytes", std::to_string(2 * kGiB));
    system.write("cgroup/memory/docker/x/memory.usage_in_bytes", std::to_string(kGiB));
    system.write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    system.write("cgroup/memory/memory.usage_in_bytes", std::to_string(9 * kGiB));
    CHECK(io::readSystemMemory(system.roots())->availableBytes == kGiB);
}

TEST_CASE("a system without tables gives an error, the real one gives sane figures")
{
    const auto absent = io::readSystemMemory({ "/nonexistent", "/nonexistent" });
    REQUIRE_FALSE(absent);
    CHECK(absent.error().code == base::ErrorCode::unsupported);
    CHECK_FALSE(io::readProcessMemory({ "/nonexistent", "/nonexistent" }));

    const auto memory = io::readSystemMemory();
    REQUIRE(memory);
    CHECK(memory->availableBytes <= memory->totalBytes);
    const auto before = io::readProcessMemory();
    REQUIRE(before);
    std::vector<char> block(64 << 20, 'x');
    const auto after = io::readProcessMemory();
    CHECK(after->residentBytes >= before->residentBytes + (48 << 20));
    CHECK(after->peakBytes >= after->residentBytes);
    CHECK(block[block.size() / 2] == 'x');
}
