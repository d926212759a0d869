#include "kernels/types/dequant_families.h"

#include "kernels/types/k_block.h"

namespace cutaway::kernels {
namespace {

template <DType type>
void dequantize(const std::byte* blocks, std::int64_t n, float* out) noexcept
{
    const KSplitter split = kSplitter(type);
    const std::int64_t blockBytes = dtypeInfo(type).blockBytes;
    KBlock block;
    for (std::int64_t b = 0; b < n / kSuperBlock; ++b, out += kSuperBlock) {
        split(blocks + b * blockBytes, block);
        for (int g = 0; g < kSuperBlockGroups; ++g) {
            const float scale = block.d * float(block.scale[g]);
            const float min = block.dmin * float(block.min[g]);
            for (int i = 16 * g; i < 16 * (g + 1); ++i)
                out[i] = scale * float(block.q[i]) - min;
        }
    }
}

constexpr DequantRow kRows[] {
    { DType::q2_K, dequantize<DType::q2_K> },
    { DType::q3_K, dequantize<DType::q3_K> },
    { DType::q4_K, dequantize<DType::q4_K> },
    { DType::q5_K, dequantize<DType::q5_K> },
    { DType::q6_K, dequantize<DType::q6_K> },
    { DType::iq1_s, dequantize<DType::iq1_s> },
    { DType::iq1_m, dequantize<DType::iq1_m> },
    { DType::iq2_xxs, dequantize<DType::iq2_xxs> },
    { DType::iq2_xs, dequantize<DType::iq2_xs> },
    { DType::iq2_s, dequantize<DType::iq2_s> },
    { DType::iq3_xxs, dequantize<DType::iq3_xxs> },
    { DType::iq3_s, dequantize<DType::iq3_s> },
    { DType::iq4_xs, dequantize<DType::iq4_xs> },
    { DType::tq1_0, dequantize<DType::tq1_0> },
    { DType::tq2_0, dequantize<DType::tq2_0> },
};

} // namespace

std::span<const DequantRow> kDequantizers() { return kRows; }

} // namespace cutaway::kernels
