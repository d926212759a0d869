#include "engine/backend/reference/reference_call.h"

namespace cutaway::backend::reference {

BoundCall bind(const graph::Graph& graph, const graph::Node& node, std::span<const WeightSource> weights, std::span<std::byte* const> inputs,
    std::byte* output, const ops::KvLayer& kv)
{
    BoundCall call;
    call.m_op = node.op;
    call.m_params = node.params;
    call.m_kv = kv;
    call.m_output = { graph[node.output].operand.type, graph[node.output].operand.shape, output };
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const graph::Value& value = graph[node.inputs[i]];
        std::byte* data = inputs[i];
        // References only read weights; the mapping stays untouched.
        if (value.kind == graph::ValueKind::weight)
            data = const_cast<std::byte*>(weights[std::size_t(value.weight)].bytes);
        call.m_inputs.push_back({ value.operand.type, value.operand.shape, data });
        call.m_kinds.push_back(value.kind);
    }
    return call;
}

void BoundCall::run(const CallInput& input, const ops::ParallelFor& parallelFor) const
{
    std::vector<ops::Array> inputs = m_inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::int32_t* step = m_kinds[i] == graph::ValueKind::tokens ? input.tokens : m_kinds[i] == graph::ValueKind::outputRows ? input.outputRows : nullptr;
        if (step)
            inputs[i].data = reinterpret_cast<std::byte*>(const_cast<std::int32_t*>(step));
    }
    ops::ReferenceCall call { inputs, m_output, m_params, m_kv, input.firstPosition, parallelFor };
    m_op->reference(call);
}

const ops::ParallelFor& serialFor()
{
    static const ops::ParallelFor serial = [](std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) { body(0, count); };
    return serial;
}

} // namespace cutaway::backend::reference
