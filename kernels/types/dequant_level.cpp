#include "kernels/types/dequant_families.h"

#include "kernels/types/level_block.h"

namespace cutaway::kernels {
namespace {

template <DType type> void dequantize(const std::byte* blocks, std::int64_t n, float* out) noexcept
{
    constexpr int kMostParts = 4; // of Q1_0, whose blocks hold 128 elements
    const LevelSplitter split = levelSplitter(type);
    const DTypeInfo& info = dtypeInfo(type);
    LevelBlock parts[kMostParts];
    for (std::int64_t done = 0; done < n; done += info.blockElems, blocks += info.blockBytes) {
        split(blocks, parts);
        for (std::uint32_t part = 0; part < info.blockElems / kLevelBlock; ++part, out += kLevelBlock) {
            for (int half = 0; half < 2; ++half) {
                for (int i = 16 * half; i < 16 * (half + 1); ++i)
                    out[i] = parts[part].d[half] * float(parts[part].q[i]);
            }
        }
    }
}

constexpr DequantRow kRows[] {
    { DType::iq4_nl, dequantize<DType::iq4_nl> },
    { DType::mxfp4, dequantize<DType::mxfp4> },
    { DType::nvfp4, dequantize<DType::nvfp4> },
    { DType::q1_0, dequantize<DType::q1_0> },
    { DType::q2_0, dequantize<DType::q2_0> },
};

} // namespace

std::span<const DequantRow> levelDequantizers() { return kRows; }

} // namespace cutaway::kernels
