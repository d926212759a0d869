#include "kernels/types/dtype.h"
#include "tests/kernels/cpu/tables.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <sys/mman.h>

/// Speed of attention, the plain linear layers and the vector ops on one core. Usage: float_kernels_bench [all|attention|linear|vector [generic]]
using namespace cutaway;
using namespace cutaway::kernels;
using namespace cutaway::kernels::cpu;
using test::Noise;

namespace {

/// Memory in huge pages where the system grants them, as the engine holds weights and caches.
class AlignedBytes {
public:
    explicit AlignedBytes(std::size_t size)
        : m_data(static_cast<std::byte*>(std::aligned_alloc(kHugePage, (size + kHugePage) / kHugePage * kHugePage))), m_size(size)
    {
        madvise(m_data, (size + kHugePage) / kHugePage * kHugePage, MADV_HUGEPAGE);
    }
    ~AlignedBytes() { std::free(m_data); }
    AlignedBytes(const AlignedBytes&) = delete;
    AlignedBytes& operator=(const AlignedBytes&) = delete;
    std::byte* data() const { return m_data; }
    std::size_t size() const { return m_size; }

private:
    static constexpr std::size_t kHugePage = 2 << 20;
    std::byte* m_data;
    std::size_t m_size;
};

/// Seconds of the fastest call.
double best(const std::function<void()>& call)
{
    using Clock = std::chrono::steady_clock;
    double fastest = 1e30;
    const auto stop = Clock::now() + std::chrono::milliseconds(300);
    for (int i = 0; i < 3 || Clock::now() < stop; ++i) {
        const auto begin = Clock::now();
        call();
        fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return fastest;
}

std::string name(DType type) { return std::string(dtypeInfo(type).name); }

/// One layer's cache, filled.
struct Layer {
    std::vector<KvHead> heads;
    std::vector<std::unique_ptr<AlignedBytes>> memory;

    Layer(const KernelTable& table, DType type, std::int32_t headDim, int nHeads, std::int64_t capacity)
    {
        Noise noise { 1 };
        const std::vector<float> rows = noise.vector(std::size_t(capacity * headDim));
        for (int i = 0; i < nHeads; ++i) {
            const std::size_t bytes = rowBytes(type, std::uint64_t(headDim)) * std::size_t(capacity);
            memory.push_back(std::make_unique<AlignedBytes>(bytes));
            memory.push_back(std::make_unique<AlignedBytes>(bytes));
            heads.push_back({ memory[memory.size() - 2]->data(), memory.back()->data(), type, headDim, capacity });
            table.kvWrite({ heads.back(), rows.data(), rows.data(), headDim, headDim, 0, std::int32_t(capacity) });
        }
    }
};

struct Shape {
    std::int32_t headDim;
    std::int32_t group;
    int nKvHeads;
};
constexpr Shape kShapes[] { { 64, 3, 3 }, { 64, 4, 8 }, { 128, 4, 8 }, { 256, 4, 1 }, { 128, 7, 2 } };

void decodeAttention(const KernelTable& table, DType type, const Shape& s, std::int64_t nKeys)
{
    const Layer layer(table, type, s.headDim, s.nKvHeads, nKeys);
    const std::int64_t pieces = (nKeys + kAttentionPiece - 1) / kAttentionPiece, row = s.group * s.headDim;
    Noise noise { 2 };
    const auto q = noise.vector(std::size_t(row));
    const auto nStats = std::size_t(pieces * s.group), nRow = std::size_t(row);
    std::vector<float> maximum(nStats), sum(nStats), acc(nStats * std::size_t(s.headDim)), out(nRow);
    std::vector<float> scratch(std::size_t(s.group * kAttentionPiece));
    const double seconds = best([&] {
        for (const KvHead& head : layer.heads) {
            for (std::int64_t p = 0; p < pieces; ++p) {
                table.attentionPiece({ .head = head, .q = q.data(), .nHeads = s.group, .keyBegin = p * kAttentionPiece,
                    .keyEnd = std::min(nKeys, (p + 1) * kAttentionPiece), .scale = 0.1f, .softcap = 0, .maximum = &maximum[std::size_t(p * s.group)],
                    .sum = &sum[std::size_t(p * s.group)], .acc = &acc[std::size_t(p * row)], .scratch = scratch.data() });
            }
            for (std::int32_t h = 0; h < s.group; ++h) {
                table.attentionMerge({ .nPieces = std::int32_t(pieces), .headDim = s.headDim, .maximum = &maximum[std::size_t(h)],
                    .sum = &sum[std::size_t(h)], .statStride = s.group, .acc = &acc[std::size_t(h * s.headDim)], .accStride = row,
                    .out = &out[std::size_t(h * s.headDim)] });
            }
        }
    });
    const double bytes = 2.0 * double(rowBytes(type, std::uint64_t(s.headDim))) * double(nKeys) * s.nKvHeads;
    std::printf("decode attention  %-4s D=%-3d %2d/%d heads %6lld keys  %8.3f ms  %6.1f GB/s\n", name(type).c_str(), s.headDim,
        s.group * s.nKvHeads, s.nKvHeads, static_cast<long long>(nKeys), seconds * 1e3, bytes / seconds / 1e9);
}

void prefillAttention(const KernelTable& table, DType type, const Shape& s, std::int64_t first)
{
    constexpr std::int32_t nTokens = 64;
    const Layer layer(table, type, s.headDim, s.nKvHeads, first + nTokens);
    const std::int64_t row = s.group * s.headDim;
    Noise noise { 2 };
    const auto q = noise.vector(std::size_t(nTokens * row));
    std::vector<float> out(q.size());
    const AlignedBytes scratch(table.attentionPrefillScratchBytes(s.headDim, s.group));
    const double seconds = best([&] {
        for (std::int32_t t = 0; t < nTokens; t += kAttentionTokenTile) {
            table.attentionPrefill({ .head = layer.heads[0], .q = q.data() + t * row, .ldQ = row, .out = out.data() + t * row, .ldOut = row,
                .nHeads = s.group, .nTokens = kAttentionTokenTile, .firstPosition = first + t, .window = 0, .scale = 0.1f, .softcap = 0,
                .scratch = scratch.data() });
        }
    });
    const double macs = 2.0 * double(row) * nTokens * (double(first) + nTokens / 2.0);
    std::printf("prefill attention %-4s D=%-3d group %d  %3d tokens from %5lld  %8.3f ms  %6.1f GMAC/s\n", name(type).c_str(), s.headDim, s.group,
        nTokens, static_cast<long long>(first), seconds * 1e3, macs / seconds / 1e9);
}

void linear(const KernelTable& table, DType type, std::int64_t rows, std::int64_t k, std::int32_t nTokens, std::int64_t rowsPerCall)
{
    const AlignedBytes weights(packedLayout(type)->packedBytes(rows, k)), scratch(table.linear(type).scratchBytes(k, nTokens));
    std::memset(weights.data(), 0x11, weights.size());
    Noise noise { 3 };
    const auto x = noise.vector(std::size_t(nTokens * k));
    std::vector<float> y(std::size_t(nTokens * rows));
    const double seconds = best([&] {
        for (std::int64_t r = 0; r < rows; r += rowsPerCall) {
            table.linear(type).linear({ .weights = weights.data(), .k = k, .rowBegin = r, .rowEnd = std::min(rows, r + rowsPerCall),
                .acts = reinterpret_cast<const std::byte*>(x.data()), .nTokens = nTokens, .y = y.data(), .ldY = rows, .scratch = scratch.data() });
        }
    });
    std::printf("linear %-4s [%6lld, %5lld] %5lld rows a call, %3d tokens  %9.3f ms  %6.1f GB/s  %6.1f GMAC/s\n", name(type).c_str(),
        static_cast<long long>(rows), static_cast<long long>(k), static_cast<long long>(rowsPerCall), nTokens, seconds * 1e3,
        double(weights.size()) / seconds / 1e9, double(rows) * double(k) * nTokens / seconds / 1e9);
}

void vectorOps(const KernelTable& table, std::int64_t n)
{
    Noise noise { 4 };
    const auto a = noise.vector(std::size_t(n), 4), b = noise.vector(std::size_t(n));
    std::vector<float> y(a.size());
    constexpr int kRepeats = 100;
    const auto print = [&](const char* what, const std::function<void()>& call) {
        const double seconds = best([&] {
            for (int i = 0; i < kRepeats; ++i)
                call();
        });
        std::printf("%-10s n=%-5lld %8.3f us\n", what, static_cast<long long>(n), seconds / kRepeats * 1e6);
    };
    print("rmsNorm", [&] { table.rmsNorm(a.data(), b.data(), 1e-5f, n, y.data()); });
    print("add", [&] { table.add(a.data(), b.data(), n, y.data()); });
    print("silu glu", [&] { table.glu(GluKind::silu, a.data(), b.data(), n, y.data()); });
    print("gelu glu", [&] { table.glu(GluKind::gelu, a.data(), b.data(), n, y.data()); });
    print("softcap", [&] { table.softcap(a.data(), 30, n, y.data()); });
}

void attentions(const KernelTable& table)
{
    for (const Shape& shape : kShapes) {
        for (const std::int64_t nKeys : { 512, 4096, 32768 })
            decodeAttention(table, DType::f16, shape, nKeys);
        for (const std::int64_t first : { 448, 1984 })
            prefillAttention(table, DType::f16, shape, first);
    }
}

void linears(const KernelTable& table)
{
    for (const DType type : { DType::f32, DType::f16, DType::bf16 }) {
        linear(table, type, 16384, 4096, 1, 16384);
        linear(table, type, 1536, 576, 1, 1536);
        for (const std::int32_t nTokens : { 2, 3, 4, 8, 9, 16, 32, 64 })
            linear(table, type, 256, 2048, nTokens, 256);
        for (const std::int64_t rowsPerCall : { 16, 64, 256 })
            linear(table, type, 256, 576, 512, rowsPerCall);
        linear(table, type, 128, 4096, 192, 128);
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "all";
    const KernelTable* table = kernelTable(argc > 2 && std::string(argv[2]) == "generic" ? Isa::generic : bestIsa());
    std::printf("%s, one core, best of many\n", isaName(table->isa));
    if (what == "attention" || what == "all")
        attentions(*table);
    if (what == "linear" || what == "all")
        linears(*table);
    for (const std::int64_t n : { 576, 1536, 4096 }) {
        if (what == "vector" || what == "all")
            vectorOps(*table, n);
    }
    return 0;
}
