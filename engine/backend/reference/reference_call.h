#pragma once
#include "engine/backend/backend.h"

/// Runs the reference of one node: the oracle's only step, and what other backends fall back to.
namespace cutaway::backend::reference {

/// Scalars of one execution.
struct CallInput {
    const std::int32_t* tokens = nullptr;
    const std::int32_t* outputRows = nullptr;
    std::int64_t firstPosition = 0;
};

/// A node with all its addresses.
class BoundCall {
public:
    void run(const CallInput& input, const ops::ParallelFor& parallelFor) const;

private:
    friend BoundCall bind(const graph::Graph&, const graph::Node&, std::span<const WeightSource>, std::span<std::byte* const>, std::byte*, const ops::KvLayer&);
    const ops::OpSpec* m_op = nullptr;
    ops::Params m_params;
    std::vector<ops::Array> m_inputs;
    std::vector<graph::ValueKind> m_kinds;
    ops::Array m_output;
    ops::KvLayer m_kv;
};

/// @param inputs  data of each input; ignored for weights (the file's bytes are read) and step inputs
BoundCall bind(const graph::Graph& graph, const graph::Node& node, std::span<const WeightSource> weights, std::span<std::byte* const> inputs,
    std::byte* output, const ops::KvLayer& kv);

/// Runs everything on the calling thread.
const ops::ParallelFor& serialFor();

} // namespace cutaway::backend::reference
