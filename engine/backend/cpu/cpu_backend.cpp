#include "engine/backend/cpu/cpu_backend.h"

#include "engine/backend/cpu/cpu_plan.h"

namespace cutaway::backend::cpu {

base::Result<const kernels::cpu::KernelTable*> chooseKernels(const std::string& isa)
{
    using kernels::cpu::Isa;
    if (isa.empty())
        return kernels::cpu::kernelTable(kernels::cpu::bestIsa());
    for (const Isa candidate : { Isa::generic, Isa::avx2 }) {
        if (isa != kernels::cpu::isaName(candidate))
            continue;
        if (const auto* table = kernels::cpu::kernelTable(candidate))
            return table;
        return base::Error { .code = base::ErrorCode::unsupported, .message = "This processor does not offer the instruction set " + isa + ".", .subject = isa,
            .action = "Leave the instruction set to the program, or choose generic." };
    }
    return base::Error { .code = base::ErrorCode::invalidArgument, .message = "There is no instruction set '" + isa + "' in this build; it has generic and avx2.",
        .subject = isa };
}

std::uint64_t CpuBackend::weightBytes(const WeightSource& weight) const { return storedBytes(weight, true); }

base::Result<std::unique_ptr<WeightStore>> CpuBackend::load(std::span<const WeightSource> weights, const LoadProgress& progress, const ReleaseSource& release)
{
    return CpuWeightStore::load(weights, true, m_pool, progress, release);
}

base::Result<std::unique_ptr<Plan>> CpuBackend::plan(const PlanRequest& request)
{
    Lowering lowering(request, m_kernels, m_pool.threads());
    CUTAWAY_TRY(auto lowered, lowering.run());
    return std::unique_ptr<Plan>(std::make_unique<CpuPlan>(request, std::move(lowered), m_pool));
}

} // namespace cutaway::backend::cpu
