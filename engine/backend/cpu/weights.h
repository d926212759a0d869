#pragma once
#include "engine/backend/backend.h"
#include "engine/backend/cpu/slicing.h"
#include "engine/base/thread_pool.h"
#include "engine/tensor/buffer.h"
#include "kernels/cpu/kernel_table.h"

namespace cutaway::backend::cpu {

/// One weight in memory: packed for the kernels, or as the file has it.
struct CpuWeight {
    const std::byte* data = nullptr;
    const kernels::cpu::PackedLayout* layout = nullptr; ///< nullptr: plain, as in the file
    ops::Operand operand;
};

/// Bytes that a weight takes here. @param packed  false for the oracle, which reads the file's own bytes
std::uint64_t storedBytes(const WeightSource& weight, bool packed);

/// All weights of a model in one allocation with huge pages; types without a packed layout stay in the mapping.
class CpuWeightStore : public WeightStore {
public:
    static base::Result<std::unique_ptr<WeightStore>> load(std::span<const WeightSource> weights, bool packed, base::ThreadPool& pool,
        const LoadProgress& progress, const ReleaseSource& release);

    std::uint64_t sizeBytes() const override { return m_buffer.size(); }
    const CpuWeight& operator[](std::int32_t index) const { return m_weights[std::size_t(index)]; }

private:
    tensor::Buffer m_buffer;
    std::vector<CpuWeight> m_weights;
};

} // namespace cutaway::backend::cpu
