#include "kernels/cpu/avx2/table.h"

#include "kernels/cpu/avx2/kv_attention.h"
#include "kernels/cpu/avx2/linear_families.h"
#include "kernels/cpu/avx2/vector_ops.h"

namespace cutaway::kernels::avx2 {
namespace {

std::size_t actBytes(cpu::ActKind kind, std::int64_t k, std::int32_t nTokens) noexcept
{
    switch (kind) {
    case cpu::ActKind::f32: return std::size_t(k) * std::size_t(nTokens) * sizeof(float);
    case cpu::ActKind::q8per32: return q8per32Bytes(k, nTokens);
    case cpu::ActKind::q8per256: return q8per256Bytes(k, nTokens);
    }
    return 0;
}

const cpu::LinearKernels& linear(DType type) noexcept
{
    static constexpr cpu::LinearKernels kNone {};
    const cpu::LinearKernels* const answers[] {
        legacyLinear(type),
        kLinear(type),
        floatLinear(type),
        levelLinear(type),
        rowLinear(type),
    };
    for (const cpu::LinearKernels* answer : answers) {
        if (answer)
            return *answer;
    }
    return kNone;
}

} // namespace

const cpu::KernelTable& table()
{
    static constexpr cpu::KernelTable kTable {
        .isa = cpu::Isa::avx2,
        .actBytes = actBytes,
        .prepareQ8per32 = prepareQ8per32,
        .prepareQ8per256 = prepareQ8per256,
        .linear = linear,
        .rmsNorm = rmsNorm,
        .rope = rope,
        .add = add,
        .scale = scale,
        .glu = glu,
        .softcap = softcap,
        .kvWrite = kvWrite,
        .attentionPiece = attentionPiece,
        .attentionMerge = attentionMerge,
        .attentionPrefillScratchBytes = attentionPrefillScratchBytes,
        .attentionPrefill = attentionPrefill,
    };
    return kTable;
}

} // namespace cutaway::kernels::avx2
