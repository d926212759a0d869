#include "tests/support/test_data.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <unistd.h>

namespace cutaway::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> firstExisting(std::initializer_list<fs::path> candidates)
{
    for (const fs::path& candidate : candidates) {
        if (!candidate.empty() && fs::exists(candidate))
            return candidate;
    }
    return std::nullopt;
}

fs::path environmentPath(const char* name)
{
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

fs::path sharedFolder()
{
    const fs::path fromEnvironment = environmentPath("CUTAWAY_SHARED");
    return fromEnvironment.empty() ? fs::path(CUTAWAY_SOURCE_DIR).parent_path() / "shared" : fromEnvironment;
}

const fs::path kModelCache = fs::path(CUTAWAY_SOURCE_DIR) / "build" / "models";

} // namespace

std::optional<fs::path> golden(const std::string& relative)
{
    return firstExisting({ sharedFolder() / relative, fs::path(CUTAWAY_SOURCE_DIR) / "tests" / "data" / relative });
}

std::optional<fs::path> starterModel()
{
    constexpr auto name = "SmolLM2-135M-Instruct.Q4_1.gguf";
    return firstExisting({ environmentPath("CUTAWAY_STARTER_MODEL"), sharedFolder() / "models" / name, kModelCache / name });
}

std::optional<fs::path> gemmaModel()
{
    return firstExisting({ environmentPath("CUTAWAY_GEMMA_MODEL"), kModelCache / "gemma-3-270m-q4_k_m.gguf" });
}

std::vector<float> readFloats(const fs::path& path)
{
    const std::string bytes = readText(path);
    std::vector<float> values(bytes.size() / sizeof(float));
    bytes.copy(reinterpret_cast<char*>(values.data()), values.size() * sizeof(float));
    return values;
}

std::string readText(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>() };
}

void writeText(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::vector<float> randomFloats(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

double nmse(const std::vector<float>& ours, const std::vector<float>& expected)
{
    if (ours.size() != expected.size())
        return std::numeric_limits<double>::infinity();
    double difference = 0;
    double power = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (!std::isfinite(ours[i]))
            return std::numeric_limits<double>::infinity();
        difference += (double(ours[i]) - expected[i]) * (double(ours[i]) - expected[i]);
        power += double(expected[i]) * expected[i];
    }
    return difference / power;
}

TempDir::TempDir()
{
    static std::atomic<int> counter = 0;
    m_path = fs::temp_directory_path() / ("cutaway-test-" + std::to_string(getpid()) + "-" + std::to_string(counter++));
    fs::create_directories(m_path);
}

TempDir::~TempDir()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

} // namespace cutaway::test
