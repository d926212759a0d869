#pragma once
#include "engine/base/result.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace cutaway::tensor {

/// Extents of a tensor, outermost first: [nTokens, nHead, headDim]. Up to four, all positive.
class Shape {
public:
    static constexpr std::size_t kMaxRank = 4;

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> dims)
    {
        CUTAWAY_CHECK(dims.size() <= kMaxRank);
        for (const std::int64_t dim : dims)
            m_dims[m_rank++] = dim;
    }
    template <class Range> static Shape from(const Range& dims)
    {
        Shape shape;
        for (const auto dim : dims) {
            CUTAWAY_CHECK(shape.m_rank < kMaxRank);
            shape.m_dims[shape.m_rank++] = dim;
        }
        return shape;
    }

    std::size_t rank() const { return m_rank; }
    std::int64_t operator[](std::size_t axis) const { return m_dims[axis]; }
    /// Extent of the innermost axis; 1 for a scalar.
    std::int64_t inner() const { return m_rank == 0 ? 1 : m_dims[m_rank - 1]; }
    std::int64_t count() const
    {
        std::int64_t product = 1;
        for (std::size_t axis = 0; axis < m_rank; ++axis)
            product *= m_dims[axis];
        return product;
    }
    /// Elements behind one index of the outermost axis: of one token.
    std::int64_t width() const { return m_rank == 0 ? 1 : count() / m_dims[0]; }
    /// "[48, 9, 64]"
    std::string text() const
    {
        std::string out = "[";
        for (std::size_t axis = 0; axis < m_rank; ++axis)
            out += (axis ? ", " : "") + std::to_string(m_dims[axis]);
        return out + "]";
    }
    friend bool operator==(const Shape& a, const Shape& b) = default;

private:
    std::array<std::int64_t, kMaxRank> m_dims {};
    std::size_t m_rank = 0;
};

} // namespace cutaway::tensor
