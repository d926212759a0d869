#include "engine/backend/cpu/weights.h"

#include <cstring>

namespace cutaway::backend::cpu {
namespace {

constexpr std::uint64_t kAlignment = 128;

std::uint64_t aligned(std::uint64_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

std::uint64_t fileBytes(const WeightSource& weight) { return kernels::rowBytes(weight.operand.type, std::uint64_t(weight.operand.shape.count())); }

const kernels::cpu::PackedLayout* layoutFor(const WeightSource& weight, bool packed)
{
    return packed && weight.matrix ? kernels::cpu::packedLayout(weight.operand.type) : nullptr;
}

/// Packs row ranges in parallel; ranges are multiples of the row tile.
void packParallel(const WeightSource& weight, const kernels::cpu::PackedLayout& layout, base::ThreadPool& pool, std::byte* target)
{
    const std::int64_t rows = weight.operand.shape[0];
    const std::int64_t k = weight.operand.shape[1];
    const std::uint64_t rowBytes = kernels::rowBytes(weight.operand.type, std::uint64_t(k));
    const Slicing slicing { Slicing::Axis::features, rows, kernels::cpu::kRowTile, false };
    pool.run([&](int worker) {
        const auto [begin, end] = slicing.range(worker, pool.threads());
        if (begin < end)
            layout.pack(weight.bytes + std::uint64_t(begin) * rowBytes, rows, k, begin, end, target);
    });
}

} // namespace

std::uint64_t storedBytes(const WeightSource& weight, bool packed)
{
    if (!packed)
        return 0; // the oracle reads the mapping
    const auto* layout = layoutFor(weight, packed);
    if (layout)
        return aligned(layout->packedBytes(weight.operand.shape[0], weight.operand.shape[1]));
    return weight.matrix ? 0 : aligned(fileBytes(weight));
}

base::Result<std::unique_ptr<WeightStore>> CpuWeightStore::load(std::span<const WeightSource> weights, bool packed, base::ThreadPool& pool,
    const LoadProgress& progress, const ReleaseSource& release)
{
    auto store = std::make_unique<CpuWeightStore>();
    std::uint64_t stored = 0;
    std::uint64_t total = 0;
    for (const WeightSource& weight : weights) {
        stored += storedBytes(weight, packed);
        total += fileBytes(weight);
    }
    CUTAWAY_TRY(store->m_buffer, tensor::Buffer::allocate(stored));
    std::byte* target = store->m_buffer.data();
    std::uint64_t done = 0;
    for (std::size_t index = 0; index < weights.size(); ++index) {
        const WeightSource& weight = weights[index];
        if (!progress(done, total, weight.name))
            return base::Error { .code = base::ErrorCode::cancelled, .message = "Loading was stopped." };
        const auto* layout = layoutFor(weight, packed);
        const std::uint64_t size = storedBytes(weight, packed);
        if (layout)
            packParallel(weight, *layout, pool, target);
        else if (size > 0)
            std::memcpy(target, weight.bytes, fileBytes(weight));
        store->m_weights.push_back({ size > 0 ? target : weight.bytes, layout, weight.operand });
        target += size;
        if (size > 0)
            release(index);
        done += fileBytes(weight);
    }
    return std::unique_ptr<WeightStore>(std::move(store));
}

} // namespace cutaway::backend::cpu
