#include "engine/cache/kv_cache.h"

namespace cutaway::cache {

std::uint64_t KvShape::layerBytes(std::size_t layer) const
{
    return 2 * std::uint64_t(layers[layer].nHeadKv) * std::uint64_t(layers[layer].headDim) * std::uint64_t(capacity()) * kernels::dtypeInfo(type).blockBytes;
}

std::uint64_t KvShape::bytes() const
{
    std::uint64_t sum = 0;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        sum += layerBytes(layer);
    return sum;
}

std::vector<ops::KvLayer> KvShape::views(std::byte* base) const
{
    std::vector<ops::KvLayer> result;
    std::uint64_t offset = 0;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const std::uint64_t half = layerBytes(layer) / 2;
        result.push_back({ .k = base ? base + offset : nullptr, .v = base ? base + offset + half : nullptr, .type = type, .nHeadKv = layers[layer].nHeadKv,
            .headDim = layers[layer].headDim, .capacity = capacity() });
        offset += 2 * half;
    }
    return result;
}

base::Result<KvCache> KvCache::allocate(KvShape shape)
{
    KvCache cache;
    cache.m_shape = std::move(shape);
    CUTAWAY_TRY(cache.m_buffer, tensor::Buffer::allocate(cache.m_shape.bytes()));
    cache.m_layers = cache.m_shape.views(cache.m_buffer.data());
    return cache;
}

} // namespace cutaway::cache
