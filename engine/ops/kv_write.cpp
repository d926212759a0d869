#include "engine/ops/support.h"

namespace cutaway::ops {
namespace {

/// inputs: k and v [n, nHeadKv, headDim]. The output is k's shape and carries no data: it orders readers behind the write.
base::Result<tensor::Shape> infer(std::span<const Operand> inputs, const Params&)
{
    if (inputs[0].shape.rank() != 3 || !(inputs[0].shape == inputs[1].shape))
        return shapeError(kv_write, "keys of shape " + inputs[0].shape.text() + ", values of shape " + inputs[1].shape.text());
    return inputs[0].shape;
}

Cost cost(std::span<const Operand> inputs, const Operand&, const Params&) { return { .bytes = 3 * bytesOf(inputs[0]) }; }

void reference(ReferenceCall& call)
{
    const tensor::Shape& shape = call.inputs[0].shape;
    for (std::int64_t token = 0; token < shape[0]; ++token) {
        for (std::int32_t head = 0; head < call.kv.nHeadKv; ++head) {
            for (std::int32_t dim = 0; dim < call.kv.headDim; ++dim) {
                const std::int64_t index = (token * call.kv.nHeadKv + head) * call.kv.headDim + dim;
                setKvKey(call.kv, head, call.firstPosition + token, dim, call.inputs[0].f32()[index]);
                setKvValue(call.kv, head, call.firstPosition + token, dim, call.inputs[1].f32()[index]);
            }
        }
    }
}

/// Tested through attention, which reads what was written.
std::vector<OpCase> cases() { return {}; }

} // namespace

constexpr OpSpec kv_write { "kv_write", base::OpFamily::position, "stores the keys and values of new positions in the cache", infer, cost, reference, cases };

} // namespace cutaway::ops
