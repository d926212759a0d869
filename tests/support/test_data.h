#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cutaway::test {

/// A file of the golden data: from $CUTAWAY_SHARED, or ../shared beside the source tree, or the small set in tests/data.
/// `relative` is as in the shared folder, for example "golden/quant/q4_0.f32". Empty when it is nowhere.
std::optional<std::filesystem::path> golden(const std::string& relative);
/// The starter model (SmolLM2-135M-Instruct Q4_1): $CUTAWAY_STARTER_MODEL, the shared folder, or where packaging/run.sh fetches it. Empty when absent.
std::optional<std::filesystem::path> starterModel();
/// Gemma 3 270M Q4_K_M: $CUTAWAY_GEMMA_MODEL, or where tests/run.sh fetches it. Empty when absent.
std::optional<std::filesystem::path> gemmaModel();
std::vector<float> readFloats(const std::filesystem::path& path);
std::string readText(const std::filesystem::path& path);
/// Writes these bytes as a whole file.
void writeText(const std::filesystem::path& path, const std::string& bytes);
/// Normally distributed around zero with variance 1; the same for the same seed.
std::vector<float> randomFloats(std::size_t count, unsigned seed);
/// sum((a-b)^2) / sum(b^2). Infinite when sizes differ or a value is not finite.
double nmse(const std::vector<float>& ours, const std::vector<float>& expected);
/// A new empty folder, removed with the object.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace cutaway::test
