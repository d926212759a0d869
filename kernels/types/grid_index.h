#pragma once
#include "kernels/types/grids.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

/// Private to kernels/types: finds the point of a grid that holds a few values best.
namespace cutaway::kernels {

/// A grid of `count` points of `dims` levels each. Looking at every point would take too long: for each combination of levels that is no
/// point, the nearest ones are listed once.
/// @tparam most  points that a list holds
template <int dims, int levels, int count, int most> class GridIndex {
    static_assert(most <= count);

public:
    static constexpr int kDims = dims;
    static constexpr int kLevels = levels;
    static constexpr int kBits = std::bit_width(unsigned(levels - 1));

    /// @param grid    [count] levels' bytes, from the low end up
    /// @param number  which level a byte is, from 0 up
    /// @param unit    the bytes are so many times the values
    template <typename Word, typename Number> GridIndex(const Word (&grid)[count], Number number, float unit)
    {
        std::fill_n(m_point, kCodes, kNone);
        for (int i = 0; i < count; ++i) {
            unsigned code = 0;
            for (int k = 0; k < dims; ++k) {
                const auto byte = std::int8_t(grid[i] >> (8 * k) & 255);
                m_levels[i][k] = std::int8_t(number(byte));
                m_values[i][k] = float(byte) / unit;
                code |= unsigned(m_levels[i][k]) << (kBits * k);
            }
            m_point[code] = std::int16_t(i);
        }
        for (unsigned code = 0; code < kCodes; ++code) {
            if (m_point[code] == kNone && isCombination(code))
                list(code);
        }
    }

    /// The values of a point.
    const float (&operator[](int point) const)[dims] { return m_values[point]; }

    /// The point with the least sum w (scale * value - x)^2 among those at or near the combination of levels.
    int nearest(unsigned code, const float* x, const float* w, float scale) const
    {
        if (m_point[code] >= 0)
            return m_point[code];
        const List& candidates = m_lists[kNone - 1 - m_point[code]];
        int best = candidates.points[0];
        float least = INFINITY;
        for (const int point : candidates.points) {
            const float* values = m_values[point];
            float squares[dims];
            for (int k = 0; k < dims; ++k)
                squares[k] = w[k] * (scale * values[k] - x[k]) * (scale * values[k] - x[k]);
            for (int half = dims / 2; half > 0; half /= 2) {
                for (int k = 0; k < half; ++k)
                    squares[k] += squares[k + half];
            }
            if (squares[0] < least) {
                least = squares[0];
                best = point;
            }
        }
        return best;
    }

private:
    static constexpr unsigned kCodes = 1U << (kBits * dims);
    static constexpr std::int16_t kNone = -1; ///< lists have the numbers below it
    static constexpr int kFarthest = dims * (levels - 1) * (levels - 1);
    static constexpr int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

    struct List {
        std::uint16_t points[most];
    };

    static int levelOf(unsigned code, int k) { return int(code >> (kBits * k)) & ((1 << kBits) - 1); }
    static bool isCombination(unsigned code)
    {
        for (int k = 0; k < dims; ++k) {
            if (levelOf(code, k) >= levels)
                return false;
        }
        return true;
    }

    /// The nearest points, those at equal distances in their order.
    void list(unsigned code)
    {
        std::uint8_t distances[count];
        int atDistance[kFarthest + 1] {};
        for (int i = 0; i < count; ++i) {
            int distance = 0;
            for (int k = 0; k < dims; ++k) {
                const int difference = m_levels[i][k] - levelOf(code, k);
                distance += difference * difference;
            }
            distances[i] = std::uint8_t(distance);
            ++atDistance[distance];
        }
        List& nearest = m_lists[m_listCount];
        int found = 0;
        for (int distance = 0; found < most; ++distance) {
            for (int i = 0; atDistance[distance] > 0 && i < count && found < most; ++i) {
                if (distances[i] == distance)
                    nearest.points[found++] = std::uint16_t(i);
            }
        }
        m_point[code] = std::int16_t(kNone - 1 - m_listCount++);
    }

    alignas(32) float m_values[count][dims];
    std::int8_t m_levels[count][dims];
    std::int16_t m_point[kCodes];
    List m_lists[power(levels, dims) - count];
    int m_listCount = 0;
};

} // namespace cutaway::kernels
