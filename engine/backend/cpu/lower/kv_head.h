#pragma once
#include "engine/ops/op.h"
#include "kernels/cpu/kernel_table.h"

namespace cutaway::backend::cpu {

/// The kernels' view of one head of a layer's cache.
inline kernels::cpu::KvHead kvHead(const ops::KvLayer& kv, std::int32_t head)
{
    const std::size_t bytes = std::size_t(kv.capacity) * std::size_t(kv.headDim) * kernels::dtypeInfo(kv.type).blockBytes * std::size_t(head);
    return { .k = kv.k + bytes, .v = kv.v + bytes, .type = kv.type, .headDim = kv.headDim, .capacity = kv.capacity };
}

} // namespace cutaway::backend::cpu
