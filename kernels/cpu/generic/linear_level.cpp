#include "kernels/cpu/generic/linear_families.h"

#include "kernels/cpu/generic/q8per32.h"
#include "kernels/types/level_block.h"

namespace cutaway::kernels::generic {
namespace {

/// One block of weights times one of activations, without the activations' scale.
float blockProduct(const LevelBlock& w, const ActBlock& x)
{
    float product = 0;
    for (int half = 0; half < 2; ++half) {
        int sum = 0;
        for (int i = 16 * half; i < 16 * (half + 1); ++i)
            sum += int(w.q[i]) * int(x.q[i]);
        product += w.d[half] * float(sum);
    }
    return product;
}

/// Each row is taken apart once and meets every token.
template <DType type> void linear(const cpu::LinearArgs& args) noexcept
{
    const LevelSplitter split = levelSplitter(type);
    const std::uint32_t parts = dtypeInfo(type).blockElems / kLevelBlock;
    const std::int64_t nBlocks = args.k / kLevelBlock;
    const auto stride = std::int64_t(rowBytes(type, std::uint64_t(args.k)));
    const auto* const acts = reinterpret_cast<const ActBlock*>(args.acts);
    auto* const decoded = reinterpret_cast<LevelBlock*>(args.scratch);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; ++row) {
        const std::byte* block = args.weights + row * stride;
        for (std::int64_t b = 0; b < nBlocks; b += parts, block += dtypeInfo(type).blockBytes)
            split(block, decoded + b);
        for (std::int64_t t = 0; t < args.nTokens; ++t) {
            float y = 0;
            for (std::int64_t b = 0; b < nBlocks; ++b)
                y += acts[t * nBlocks + b].d * blockProduct(decoded[b], acts[t * nBlocks + b]);
            args.y[t * args.ldY + row] = y;
        }
    }
}

std::size_t scratchBytes(std::int64_t k, std::int32_t) noexcept { return std::size_t(k / kLevelBlock) * sizeof(LevelBlock); }

struct LevelRow {
    DType type;
    cpu::LinearKernels kernels;
};

constexpr LevelRow kRows[] {
    { DType::iq4_nl, { linear<DType::iq4_nl>, scratchBytes } },
    { DType::mxfp4, { linear<DType::mxfp4>, scratchBytes } },
    { DType::nvfp4, { linear<DType::nvfp4>, scratchBytes } },
    { DType::q1_0, { linear<DType::q1_0>, scratchBytes } },
    { DType::q2_0, { linear<DType::q2_0>, scratchBytes } },
};

} // namespace

const cpu::LinearKernels* levelLinear(DType type) noexcept
{
    for (const LevelRow& row : kRows) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

} // namespace cutaway::kernels::generic
