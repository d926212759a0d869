/// kernel_bench [--type T] [--threads N] [--isa generic|avx2] [--rows R] [--k K]
/// Speed of the linear kernels: GB/s of weights for one token, GMAC/s for few and many tokens, beside a plain read of the same memory.
#include "kernels/cpu/kernel_table.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <thread>
#include <vector>

using namespace cutaway::kernels;

namespace {

/// Zeroed memory in huge pages where the system grants them, as the engine keeps its weights.
class Arena {
public:
    explicit Arena(std::size_t bytes)
        : m_mapped(bytes + kHugePage)
        , m_base(static_cast<std::byte*>(mmap(nullptr, m_mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
    {
        const auto address = reinterpret_cast<std::uintptr_t>(m_base);
        m_data = m_base + ((address + kHugePage - 1) / kHugePage * kHugePage - address);
        madvise(m_data, bytes, MADV_HUGEPAGE);
        std::memset(m_data, 0, bytes);
    }
    ~Arena() { munmap(m_base, m_mapped); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    std::byte* data() const { return m_data; }

private:
    static constexpr std::size_t kHugePage = std::size_t(2) << 20;
    std::size_t m_mapped;
    std::byte* m_base;
    std::byte* m_data;
};

using Clock = std::chrono::steady_clock;

/// Seconds from the common start to the last thread's end.
double runTogether(int nThreads, const std::function<void(int)>& work)
{
    std::atomic<int> ready = 0;
    std::atomic<bool> go = false;
    std::vector<std::thread> threads;
    for (int i = 1; i < nThreads; ++i) {
        threads.emplace_back([&, i] {
            ++ready;
            while (!go) { }
            work(i);
        });
    }
    while (ready < nThreads - 1) { }
    const auto begin = Clock::now();
    go = true;
    work(0);
    for (std::thread& thread : threads)
        thread.join();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Rates {
    double best;
    double median;
};

/// Many short runs: on a busy machine the best of them is undisturbed.
/// @param work  (thread, run)
Rates measure(double amount, int nThreads, const std::function<void(int, int)>& work)
{
    constexpr int kRuns = 48;
    std::vector<double> rates;
    for (int run = 0; run < kRuns; ++run)
        rates.push_back(amount / runTogether(nThreads, [&work, run](int thread) { work(thread, run); }));
    std::ranges::sort(rates);
    return { rates.back(), rates[kRuns / 2] };
}

void report(std::string_view what, const char* unit, const Rates& rates)
{
    std::printf("%-34.*s best %7.1f  median %7.1f %s\n", int(what.size()), what.data(), rates.best, rates.median, unit);
    std::fflush(stdout);
}

struct Options {
    std::vector<DType> types;
    int threads = 2;
    cpu::Isa isa = cpu::bestIsa();
    std::int64_t rows = 0; ///< 0: as many as fill 192 MB
    std::int64_t k = 4096;
};

constexpr std::size_t kWeightBytes = std::size_t(192) << 20;
constexpr int kSlices = 8; ///< a run reads one of them, so that no run finds its weights in a cache
constexpr double kRunWork = 1.5e8; ///< products of one run of several tokens: one to three milliseconds

void readAll(int nThreads)
{
    const Arena arena(kWeightBytes);
    const auto* const words = reinterpret_cast<const std::uint64_t*>(arena.data());
    const std::size_t share = kWeightBytes / sizeof(std::uint64_t) / kSlices / std::size_t(nThreads);
    std::atomic<std::uint64_t> sink = 0;
    const Rates rates = measure(double(kWeightBytes) / kSlices / 1e9, nThreads, [&](int thread, int run) {
        const std::uint64_t* const begin = words + (std::size_t(run % kSlices) * std::size_t(nThreads) + std::size_t(thread)) * share;
        std::uint64_t sums[16] {};
        for (std::size_t i = 0; i + 16 <= share; i += 16) {
            for (std::size_t j = 0; j < 16; ++j)
                sums[j] += begin[i + j];
        }
        for (const std::uint64_t sum : sums)
            sink += sum;
    });
    report("plain read", "GB/s", rates);
}

/// One matrix and the rows that each thread multiplies.
class Bench {
public:
    Bench(const Options& options, DType type)
        : m_table(*cpu::kernelTable(options.isa))
        , m_layout(*cpu::packedLayout(type))
        , m_threads(options.threads)
        , m_k(options.k)
        , m_rows(options.rows ? options.rows : rowsThatFill(m_layout, options.k))
        , m_weights(m_layout.packedBytes(m_rows, m_k))
        , m_linear(m_table.linear(type))
    {
        fillWeights();
    }

    /// Every run multiplies by other rows, so that weights come from memory as they do in a model.
    void run(std::int32_t nTokens)
    {
        const std::int64_t most = nTokens == 1 ? m_rows / kSlices : std::int64_t(kRunWork / double(m_k * nTokens));
        const std::int64_t rows = std::clamp(most, cpu::kRowTile * 2 * m_threads, m_rows) / cpu::kRowTile * cpu::kRowTile;
        if (nTokens == 1)
            report(title(1, rows), "GB/s", multiply(1, rows, double(m_layout.packedBytes(rows, m_k)) / 1e9));
        else
            report(title(nTokens, rows), "GMAC/s", multiply(nTokens, rows, double(rows) * double(m_k) * nTokens / 1e9));
    }

private:
    std::string title(std::int32_t nTokens, std::int64_t rows) const
    {
        return std::string(dtypeInfo(m_layout.type).name) + " x " + std::to_string(nTokens) + " tokens, " + std::to_string(rows) + " x "
            + std::to_string(m_k);
    }

    Rates multiply(std::int32_t nTokens, std::int64_t rows, double amount)
    {
        const Arena acts(m_table.actBytes(m_layout.acts, m_k, nTokens));
        prepare(nTokens, acts);
        const std::size_t scratchBytes = (m_linear.scratchBytes(m_k, nTokens) + 63) / 64 * 64;
        const Arena scratch(scratchBytes * std::size_t(m_threads) + 64);
        std::vector<float> y(std::size_t(nTokens * rows));
        return measure(amount, m_threads, [&](int thread, int run) {
            const std::int64_t first = run % (m_rows / rows) * rows;
            m_linear.linear({ .weights = m_weights.data() + m_layout.packedBytes(first, m_k), .k = m_k, .rowBegin = border(rows, thread),
                .rowEnd = border(rows, thread + 1), .acts = acts.data(), .nTokens = nTokens, .y = y.data(), .ldY = rows,
                .scratch = scratch.data() + scratchBytes * std::size_t(thread) });
        });
    }

    static std::int64_t rowsThatFill(const cpu::PackedLayout& layout, std::int64_t k)
    {
        const auto rows = std::int64_t(kWeightBytes / layout.packedBytes(cpu::kRowTile, k)) * cpu::kRowTile;
        return rows;
    }

    /// Any bits do, as long as no scale is denormal or not a number.
    void fillWeights()
    {
        const std::size_t bytes = m_layout.packedBytes(m_rows, m_k);
        for (std::size_t i = 0; i < bytes; ++i)
            m_weights.data()[i] = std::byte(0x20 + i % 5);
    }

    void prepare(std::int32_t nTokens, const Arena& acts)
    {
        std::vector<float> x(std::size_t(nTokens * m_k));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = float(int(i * 7 % 255) - 127);
        const cpu::ActArgs args { .x = x.data(), .ldX = m_k, .k = m_k, .nTokens = nTokens, .tokenBegin = 0, .tokenEnd = nTokens,
            .kBegin = 0, .kEnd = m_k, .out = acts.data() };
        switch (m_layout.acts) {
        case cpu::ActKind::f32: std::memcpy(acts.data(), x.data(), x.size() * sizeof(float)); break;
        case cpu::ActKind::q8per32: m_table.prepareQ8per32(args); break;
        case cpu::ActKind::q8per256: m_table.prepareQ8per256(args); break;
        }
    }

    /// Equal shares in whole row tiles.
    std::int64_t border(std::int64_t rows, int thread) const { return rows / cpu::kRowTile * thread / m_threads * cpu::kRowTile; }

    const cpu::KernelTable& m_table;
    const cpu::PackedLayout& m_layout;
    int m_threads;
    std::int64_t m_k;
    std::int64_t m_rows;
    Arena m_weights;
    const cpu::LinearKernels& m_linear;
};

std::vector<DType> typesWithKernels(const cpu::KernelTable& table)
{
    std::vector<DType> types;
    for (const DTypeInfo& info : dtypes()) {
        if (cpu::packedLayout(info.type) && table.linear(info.type).linear)
            types.push_back(info.type);
    }
    return types;
}

/// Exits with a sentence when an argument makes no sense.
bool parse(int argc, char** argv, Options& options)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        const char* const value = argv[i + 1];
        if (name == "--threads")
            options.threads = std::max(1, std::atoi(value));
        else if (name == "--rows")
            options.rows = std::atoll(value);
        else if (name == "--k")
            options.k = std::atoll(value);
        else if (name == "--isa")
            options.isa = std::string_view(value) == "generic" ? cpu::Isa::generic : cpu::Isa::avx2;
        else if (const DTypeInfo* info = findDType(value); name == "--type" && info)
            options.types.push_back(info->type);
        else
            return false;
    }
    return argc % 2 == 1 && cpu::kernelTable(options.isa);
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: kernel_bench [--type T] [--threads N] [--isa generic|avx2] [--rows R] [--k K]\n");
        return 2;
    }
    if (options.types.empty())
        options.types = typesWithKernels(*cpu::kernelTable(options.isa));
    std::printf("%s, %d threads\n", cpu::isaName(options.isa), options.threads);
    readAll(options.threads);
    for (const DType type : options.types) {
        Bench bench(options, type);
        for (const std::int32_t nTokens : { 1, 2, 4, 12, 16, 64, 512 })
            bench.run(nTokens);
    }
}
