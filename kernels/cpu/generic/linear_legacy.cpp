#include "kernels/cpu/generic/linear_families.h"

#include "kernels/cpu/generic/q8per32.h"
#include "kernels/cpu/layout/legacy_tile.h"
#include "kernels/types/f16.h"

#include <cstring>

namespace cutaway::kernels::generic {
namespace {

/// One packed tile, decoded.
struct Weights {
    float d[8];
    float m[8];
    std::int8_t q[8][32];
};

float halfAt(const std::byte* at) noexcept
{
    std::uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return f16ToF32(bits);
}

template <class Tile>
int quantAt(const std::byte* tile, int row, int i) noexcept
{
    const std::byte* quants = tile + Tile::kQuantsAt + 4 * row + i % 4;
    if constexpr (Tile::kBits == 8)
        return std::int8_t(quants[i / 4 * 32]);
    int q = int(quants[i % 16 / 4 * 32]) >> (i < 16 ? 0 : 4) & 15;
    if constexpr (Tile::kBits == 5)
        q |= (int(tile[Tile::kPlaneAt + 4 * row + i % 4]) >> (i / 4) & 1) << 4;
    return q - Tile::kZero;
}

template <class Tile>
void decode(const std::byte* tile, Weights& out) noexcept
{
    for (int row = 0; row < 8; ++row) {
        out.d[row] = halfAt(tile + 2 * row);
        out.m[row] = Tile::kHasMin ? halfAt(tile + Tile::kMinAt + 2 * row) : 0.0f;
        for (int i = 0; i < 32; ++i)
            out.q[row][i] = std::int8_t(quantAt<Tile>(tile, row, i));
    }
}

int dot(const std::int8_t* a, const std::int8_t* b) noexcept
{
    int sum = 0;
    for (int i = 0; i < 32; ++i)
        sum += int(a[i]) * int(b[i]);
    return sum;
}

template <class Tile>
void linear(const cpu::LinearArgs& args) noexcept
{
    const std::int64_t nBlocks = args.k / 32;
    const auto* const acts = reinterpret_cast<const ActBlock*>(args.acts);
    auto* const decoded = reinterpret_cast<Weights*>(args.scratch);
    for (std::int64_t row = args.rowBegin; row < args.rowEnd; row += cpu::kRowTile) {
        for (std::int64_t b = 0; b < nBlocks; ++b)
            decode<Tile>(args.weights + (row / cpu::kRowTile * nBlocks + b) * Tile::kBytes, decoded[b]);
        for (std::int64_t t = 0; t < args.nTokens; ++t) {
            for (std::int64_t lane = 0; lane < cpu::kRowTile && row + lane < args.rowEnd; ++lane) {
                float y = 0;
                for (std::int64_t b = 0; b < nBlocks; ++b) {
                    const ActBlock& x = acts[t * nBlocks + b];
                    const Weights& w = decoded[b];
                    y += w.d[lane] * (x.d * float(dot(w.q[lane], x.q))) + w.m[lane] * x.sum;
                }
                args.y[t * args.ldY + row + lane] = y;
            }
        }
    }
}

std::size_t scratchBytes(std::int64_t k, std::int32_t) noexcept { return std::size_t(k / 32) * sizeof(Weights); }

struct LegacyRow {
    DType type;
    cpu::LinearKernels kernels;
};

constexpr LegacyRow kRows[] {
    { DType::q4_0, { linear<cpu::TileQ4_0>, scratchBytes } },
    { DType::q4_1, { linear<cpu::TileQ4_1>, scratchBytes } },
    { DType::q5_0, { linear<cpu::TileQ5_0>, scratchBytes } },
    { DType::q5_1, { linear<cpu::TileQ5_1>, scratchBytes } },
    { DType::q8_0, { linear<cpu::TileQ8_0>, scratchBytes } },
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

} // namespace cutaway::kernels::generic
