#pragma once
#include "engine/base/result.h"
#include "engine/ops/op.h"
#include "engine/tensor/buffer.h"

#include <span>
#include <vector>

namespace cutaway::cache {

/// Shape of a cache: what planning and allocating share.
struct KvShape {
    struct Layer {
        std::int32_t nHeadKv = 0;
        std::int32_t headDim = 0;
    };
    std::vector<Layer> layers;
    std::int64_t positions = 0; ///< rounded up to whole blocks of 16
    kernels::DType type = kernels::DType::f16;

    std::int64_t capacity() const { return (positions + 15) / 16 * 16; }
    std::uint64_t layerBytes(std::size_t layer) const;
    std::uint64_t bytes() const;
    /// Layers without memory: for planning.
    std::vector<ops::KvLayer> views(std::byte* base) const;
};

/// Keys and values of one sequence at positions 0, 1, 2, ... What was written stays until positions are taken back by truncate().
class KvCache {
public:
    /// Error: outOfMemory.
    static base::Result<KvCache> allocate(KvShape shape);

    const KvShape& shape() const { return m_shape; }
    std::span<const ops::KvLayer> layers() const { return m_layers; }
    std::int64_t used() const { return m_used; }
    std::int64_t free() const { return m_shape.positions - m_used; }
    void advance(std::int64_t positions) { m_used += positions; }
    /// Keeps the first `positions`.
    void truncate(std::int64_t positions) { m_used = positions; }

private:
    KvShape m_shape;
    tensor::Buffer m_buffer;
    std::vector<ops::KvLayer> m_layers;
    std::int64_t m_used = 0;
};

} // namespace cutaway::cache
