#pragma once
#include "engine/graph/graph.h"

#include <optional>
#include <string_view>

namespace cutaway::graph {

/// A weight as the builder needs it: its place in the model's table and its type and shape.
struct WeightRef {
    std::int32_t index = -1; ///< -1: the model does not have it
    ops::Operand operand;
    explicit operator bool() const { return index >= 0; }
};

/// Writes a graph op by op. The first inference error is kept and reported by finish(); after it every call yields an invalid value.
class Builder {
public:
    Builder(StepShape shape, std::int32_t nLayer);

    /// Where the following nodes belong.
    void enter(Block block, std::int32_t layer = -1);

    const StepShape& shape() const { return m_graph.shape; }
    ValueId tokens() const { return m_tokens; }

    ValueId embed(std::string_view name, ValueId tokens, const WeightRef& table, float scale = 1);
    ValueId rmsNorm(std::string_view name, ValueId x, const WeightRef& weight, float eps);
    /// @param inner  splits the rows into heads of this size; 0: none
    ValueId linear(std::string_view name, ValueId x, const WeightRef& weight, const WeightRef& bias = {}, std::int64_t inner = 0);
    /// @param factors  optional, [nRot/2]
    ValueId ropeTable(std::string_view name, const ops::RopeTableParams& params, const WeightRef& factors = {});
    ValueId rope(std::string_view name, ValueId x, ValueId table, const ops::RopeParams& params);
    ValueId kvWrite(ValueId k, ValueId v);
    ValueId attention(ValueId q, ValueId written, const ops::AttentionParams& params);
    ValueId glu(ValueId gate, ValueId up, ops::GluKind kind);
    ValueId add(std::string_view name, ValueId a, ValueId b);
    ValueId scale(std::string_view name, ValueId x, float factor);
    ValueId softcap(std::string_view name, ValueId x, float cap);
    /// Keeps the rows whose outputs are wanted; x itself when that is all of them. @pre nOutputs > 0
    ValueId selectOutputs(std::string_view name, ValueId x);

    void setLogits(ValueId logits) { m_graph.logits = logits; }
    base::Result<Graph> finish();

    /// Any op: what the methods above use, and tests.
    ValueId node(std::string_view name, const ops::OpSpec& op, std::vector<ValueId> inputs, ops::Params params);
    ValueId input(ValueKind kind, ops::Operand operand);
    ValueId weight(const WeightRef& ref);

private:
    std::string qualified(std::string_view name) const;

    Graph m_graph;
    Block m_block = Block::embedding;
    std::int32_t m_layer = -1;
    ValueId m_tokens;
    ValueId m_outputRows;
    std::optional<base::Error> m_error;
};

} // namespace cutaway::graph
