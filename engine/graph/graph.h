#pragma once
#include "engine/ops/op.h"

#include <cstdint>
#include <string>
#include <vector>

/// The computation of one step as data: values and the nodes that make them, in execution order.
namespace cutaway::graph {

struct ValueId {
    std::int32_t index = -1;
    explicit operator bool() const { return index >= 0; }
    friend bool operator==(ValueId, ValueId) = default;
};

enum class ValueKind {
    activation, ///< made by a node
    weight,     ///< a row of the model's weight table
    tokens,     ///< token ids of the step, [nTokens] I32
    outputRows, ///< indices of the tokens whose outputs are wanted, [nOutputs] I32
};

struct Value {
    ValueKind kind = ValueKind::activation;
    ops::Operand operand;
    std::int32_t weight = -1; ///< index into the weight table
    std::int32_t producer = -1; ///< node; -1 for inputs and weights
};

/// Which part of the model a node belongs to: groups the flame view and the op table.
enum class Block { embedding, attention, ffn, output };
const char* blockName(Block block);

struct Node {
    const ops::OpSpec* op = nullptr;
    ops::Params params;
    std::vector<ValueId> inputs;
    ValueId output;
    std::string name;         ///< "blk.12.attn_q": for people
    Block block = Block::embedding;
    std::int32_t layer = -1;  ///< also selects the cache layer of kv_write and attention
};

/// What makes one graph differ from another of the same model.
struct StepShape {
    std::int32_t nTokens = 1;
    std::int32_t nOutputs = 1; ///< tokens whose logits are wanted; 0 in all but the last ubatch of a prompt
    friend bool operator==(const StepShape&, const StepShape&) = default;
};

struct Graph {
    StepShape shape;
    std::int32_t nLayer = 0;
    std::vector<Value> values;
    std::vector<Node> nodes;
    ValueId logits; ///< [nOutputs, nVocab]; none when nOutputs is 0

    const Value& operator[](ValueId id) const { return values[std::size_t(id.index)]; }
};

} // namespace cutaway::graph
