/// types_bench [TYPE...]
/// Speed of bringing blocks to floats and floats to blocks, on one thread: for each type its number and name, then millions of values a second
/// dequantised and quantised, the best of several runs. compare_types.py puts a peer beside it.
#include "kernels/types/dequant.h"
#include "kernels/types/quantize.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace cutaway::kernels;

namespace {

constexpr std::int64_t kColumns = 4096;
constexpr std::int64_t kRows = 16;

/// Millions of values a second of the best run. Runs are short, so that on a busy machine the best of them is undisturbed.
double bestRate(std::int64_t count, const std::function<void()>& work)
{
    using Clock = std::chrono::steady_clock;
    constexpr double kEnough = 0.3; // seconds for all runs of one type
    work();
    double best = 0;
    const auto begin = Clock::now();
    do {
        const auto start = Clock::now();
        work();
        best = std::max(best, double(count) / std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    } while (std::chrono::duration<double>(Clock::now() - begin).count() < kEnough);
    return best;
}

void measure(const DTypeInfo& info, const std::vector<float>& values, const std::vector<float>& importance)
{
    const std::size_t stride = rowBytes(info.type, kColumns);
    std::vector<std::byte> blocks(kRows * stride);
    std::vector<float> back(values.size());
    const auto quantise = [&](std::int64_t row) {
        quantizer(info.type)({ values.data() + row * kColumns, kColumns, needsImportance(info.type) ? importance.data() : nullptr,
            blocks.data() + std::size_t(row) * stride });
    };
    for (std::int64_t row = 0; row < kRows; ++row)
        quantise(row);
    const double quantised = bestRate(kColumns, [&] { quantise(0); });
    const double dequantised =
        bestRate(kRows * kColumns, [&] { dequantizeRow(info.type, blocks.data(), std::int64_t(values.size()), back.data()); });
    std::printf("%u %s %.1f %.2f\n", unsigned(info.type), std::string(info.name).c_str(), dequantised, quantised);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 0.02F);
    std::vector<float> values(kRows * kColumns);
    std::ranges::generate(values, [&] { return normal(random); });
    std::vector<float> importance(kColumns);
    std::ranges::generate(importance, [&] { return 1 + std::abs(normal(random)); });
    for (const DTypeInfo& info : dtypes()) {
        if (info.quantised && quantizer(info.type) && (wanted.empty() || std::ranges::find(wanted, info.name) != wanted.end()))
            measure(info, values, importance);
    }
}
