#include "engine/graph/builder.h"

#include "engine/base/mapped.h"

#include <algorithm>

namespace cutaway::graph {

const char* blockName(Block block)
{
    switch (block) {
    case Block::embedding: return "embedding";
    case Block::attention: return "attention";
    case Block::ffn: return "ffn";
    case Block::output: return "output";
    }
    return "";
}

Builder::Builder(StepShape shape, std::int32_t nLayer)
{
    m_graph.shape = shape;
    m_graph.nLayer = nLayer;
    m_tokens = input(ValueKind::tokens, { kernels::DType::i32, tensor::Shape { shape.nTokens } });
    if (shape.nOutputs > 0)
        m_outputRows = input(ValueKind::outputRows, { kernels::DType::i32, tensor::Shape { shape.nOutputs } });
}

void Builder::enter(Block block, std::int32_t layer)
{
    m_block = block;
    m_layer = layer;
}

std::string Builder::qualified(std::string_view name) const
{
    return m_layer < 0 ? std::string(name) : "blk." + std::to_string(m_layer) + "." + std::string(name);
}

ValueId Builder::input(ValueKind kind, ops::Operand operand)
{
    m_graph.values.push_back({ .kind = kind, .operand = operand });
    return { std::int32_t(m_graph.values.size()) - 1 };
}

ValueId Builder::weight(const WeightRef& ref)
{
    const ValueId id = input(ValueKind::weight, ref.operand);
    m_graph.values.back().weight = ref.index;
    return id;
}

ValueId Builder::node(std::string_view name, const ops::OpSpec& op, std::vector<ValueId> inputs, ops::Params params)
{
    if (m_error || std::ranges::any_of(inputs, [](ValueId id) { return !id; }))
        return {};
    const auto operands = base::mapped(inputs, [this](ValueId id) { return m_graph[id].operand; });
    auto shape = op.infer(operands, params);
    if (!shape) {
        m_error = shape.error();
        m_error->subject = qualified(name);
        m_error->message = "In " + qualified(name) + ": " + m_error->message;
        return {};
    }
    const ValueId output = input(ValueKind::activation, { kernels::DType::f32, *shape });
    m_graph.values.back().producer = std::int32_t(m_graph.nodes.size());
    m_graph.nodes.push_back({ &op, std::move(params), std::move(inputs), output, qualified(name), m_block, m_layer });
    return output;
}

ValueId Builder::embed(std::string_view name, ValueId tokens, const WeightRef& table, float scale)
{
    return node(name, ops::embed, { tokens, weight(table) }, ops::EmbedParams { scale });
}

ValueId Builder::rmsNorm(std::string_view name, ValueId x, const WeightRef& w, float eps)
{
    return node(name, ops::rms_norm, { x, weight(w) }, ops::RmsNormParams { eps });
}

ValueId Builder::linear(std::string_view name, ValueId x, const WeightRef& w, const WeightRef& bias, std::int64_t inner)
{
    std::vector<ValueId> inputs { x, weight(w) };
    if (bias)
        inputs.push_back(weight(bias));
    return node(name, ops::linear, std::move(inputs), ops::LinearParams { inner });
}

ValueId Builder::ropeTable(std::string_view name, const ops::RopeTableParams& params, const WeightRef& factors)
{
    std::vector<ValueId> inputs { m_tokens };
    if (factors)
        inputs.push_back(weight(factors));
    return node(name, ops::rope_table, std::move(inputs), params);
}

ValueId Builder::rope(std::string_view name, ValueId x, ValueId table, const ops::RopeParams& params)
{
    return node(name, ops::rope, { x, table }, params);
}

ValueId Builder::kvWrite(ValueId k, ValueId v) { return node("kv_write", ops::kv_write, { k, v }, ops::NoParams {}); }

ValueId Builder::attention(ValueId q, ValueId written, const ops::AttentionParams& params)
{
    return node("attention", ops::attention, { q, written }, params);
}

ValueId Builder::glu(ValueId gate, ValueId up, ops::GluKind kind) { return node("ffn_act", ops::glu, { gate, up }, ops::GluParams { kind }); }

ValueId Builder::add(std::string_view name, ValueId a, ValueId b) { return node(name, ops::add, { a, b }, ops::NoParams {}); }

ValueId Builder::scale(std::string_view name, ValueId x, float factor) { return node(name, ops::scale, { x }, ops::ScaleParams { factor }); }

ValueId Builder::softcap(std::string_view name, ValueId x, float cap) { return node(name, ops::softcap, { x }, ops::SoftcapParams { cap }); }

ValueId Builder::selectOutputs(std::string_view name, ValueId x)
{
    if (m_graph.shape.nOutputs == m_graph.shape.nTokens)
        return x;
    return node(name, ops::select_rows, { x, m_outputRows }, ops::NoParams {});
}

base::Result<Graph> Builder::finish()
{
    if (m_error)
        return *m_error;
    return std::move(m_graph);
}

} // namespace cutaway::graph
