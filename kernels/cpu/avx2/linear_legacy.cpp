#include "kernels/cpu/avx2/linear_legacy.h"

#include "kernels/cpu/avx2/linear_families.h"
#include "kernels/cpu/layout/legacy_tile.h"

namespace cutaway::kernels::avx2 {
namespace {

/// From here on a panel is reused often enough to pay for unpacking it.
constexpr std::int32_t kGemmTokens = 16;

template <class Tile>
void linear(const cpu::LinearArgs& args) noexcept
{
    if (args.nTokens == 1)
        decodeRows<Tile>(args);
    else if (args.nTokens < kGemmTokens)
        batchRows<Tile>(args);
    else
        gemmRows<Tile>(args);
}

template <class Tile>
std::size_t scratchBytes(std::int64_t k, std::int32_t nTokens) noexcept
{
    return nTokens < kGemmTokens ? 0 : gemmScratchBytes<Tile>(k);
}

struct LegacyRow {
    DType type;
    cpu::LinearKernels kernels;
};

constexpr LegacyRow kRows[] {
    { DType::q4_0, { linear<cpu::TileQ4_0>, scratchBytes<cpu::TileQ4_0> } },
    { DType::q4_1, { linear<cpu::TileQ4_1>, scratchBytes<cpu::TileQ4_1> } },
    { DType::q5_0, { linear<cpu::TileQ5_0>, scratchBytes<cpu::TileQ5_0> } },
    { DType::q5_1, { linear<cpu::TileQ5_1>, scratchBytes<cpu::TileQ5_1> } },
    { DType::q8_0, { linear<cpu::TileQ8_0>, scratchBytes<cpu::TileQ8_0> } },
};

} // namespace

const cpu::LinearKernels* legacyLinear(DType type) noexcept
{
    for (const LegacyRow& row : kRows) {
        if (row.type == type)
            return &row.kernels;
    }
    return nullptr;
}

} // namespace cutaway::kernels::avx2
