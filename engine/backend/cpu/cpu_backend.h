#pragma once
#include "engine/backend/backend.h"
#include "engine/base/thread_pool.h"
#include "kernels/cpu/kernel_table.h"

namespace cutaway::backend::cpu {

/// @param isa  "generic", "avx2"; empty: the best of this processor
/// Errors: invalidArgument for an unknown name, unsupported when the processor lacks it
base::Result<const kernels::cpu::KernelTable*> chooseKernels(const std::string& isa);

/// The fast path on host processors.
class CpuBackend : public Backend {
public:
    /// @param pool  borrowed, outlives the backend and its plans
    CpuBackend(const kernels::cpu::KernelTable& kernels, base::ThreadPool& pool) : m_kernels(kernels), m_pool(pool) { }

    std::string name() const override { return "cpu"; }
    std::string description() const override { return isa() + ", " + std::to_string(m_pool.threads()) + " threads"; }
    std::string isa() const override { return kernels::cpu::isaName(m_kernels.isa); }
    int workers() const override { return m_pool.threads(); }
    std::uint64_t weightBytes(const WeightSource& weight) const override;
    base::Result<std::unique_ptr<WeightStore>> load(std::span<const WeightSource> weights, const LoadProgress& progress, const ReleaseSource& release) override;
    base::Result<std::unique_ptr<Plan>> plan(const PlanRequest& request) override;

private:
    const kernels::cpu::KernelTable& m_kernels;
    base::ThreadPool& m_pool;
};

} // namespace cutaway::backend::cpu
