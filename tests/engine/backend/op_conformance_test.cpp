#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/cache/kv_cache.h"
#include "engine/graph/builder.h"
#include "kernels/types/f16.h"
#include "tests/kernels/linear_harness.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace cutaway;

/// Every case of every op as a small graph on each backend, compared with the reference. Activations come from the embedding of F32 tables and
/// leave through a product with the identity: both are exact, so that only the op between them can differ.
namespace {

template <class T> std::vector<std::byte> bytesOf(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<std::byte> randomContent(const ops::Operand& operand, unsigned seed)
{
    using kernels::DType;
    const std::int64_t k = operand.shape.inner();
    if (kernels::dtypeInfo(operand.type).quantised)
        return test::randomRows(operand.type, operand.shape.count() / k, k, seed);
    const std::vector<float> values = test::randomFloats(std::size_t(operand.shape.count()), seed);
    if (operand.type == DType::f32)
        return bytesOf(values);
    REQUIRE((operand.type == DType::f16 || operand.type == DType::bf16));
    std::vector<std::uint16_t> halves(values.size());
    std::ranges::transform(values, halves.begin(), operand.type == DType::f16 ? kernels::f32ToF16 : kernels::f32ToBf16);
    return bytesOf(halves);
}

/// A graph of one op, its weights, and the cache it may need.
struct OpGraph {
    explicit OpGraph(graph::StepShape shape) : builder(shape, 1) { builder.enter(graph::Block::attention, 0); }

    graph::Builder builder;
    std::vector<std::vector<std::byte>> bytes; ///< of the weights
    std::vector<backend::WeightSource> weights;
    cache::KvShape kv;

    graph::WeightRef weight(const ops::Operand& operand, std::vector<std::byte> content)
    {
        bytes.push_back(std::move(content));
        weights.push_back({ .name = std::to_string(weights.size()), .operand = operand, .bytes = bytes.back().data(), .layer = 0,
            .matrix = operand.shape.rank() == 2 });
        return { std::int32_t(weights.size()) - 1, operand };
    }

    graph::WeightRef randomWeight(const ops::Operand& operand)
    {
        return weight(operand, randomContent(operand, unsigned(weights.size()) + 1));
    }

    graph::WeightRef identity(std::int64_t n)
    {
        std::vector<float> values(std::size_t(n * n));
        for (std::int64_t i = 0; i < n; ++i)
            values[std::size_t(i * n + i)] = 1;
        return weight({ kernels::DType::f32, tensor::Shape { n, n } }, bytesOf(values));
    }

    /// Random values of this shape.
    graph::ValueId activation(const tensor::Shape& shape)
    {
        const auto table = randomWeight({ kernels::DType::f32, tensor::Shape { shape[0], shape.width() } });
        const graph::ValueId flat = builder.embed("input", builder.tokens(), table);
        return shape.rank() == 2 ? flat : builder.linear("heads", flat, identity(shape.width()), {}, shape.inner());
    }

    base::Result<graph::Graph> finish(graph::ValueId output, std::int64_t width)
    {
        builder.setLogits(builder.linear("output", output, identity(width)));
        return builder.finish();
    }
};

bool isWeight(const ops::OpSpec& op, std::size_t input)
{
    return input > 0 && (&op == &ops::embed || &op == &ops::linear || &op == &ops::rms_norm || &op == &ops::rope_table);
}

graph::ValueId lower(OpGraph& made, const ops::OpSpec& op, const ops::OpCase& test)
{
    std::vector<graph::ValueId> inputs;
    for (std::size_t i = 0; i < test.inputs.size(); ++i) {
        const ops::Operand& operand = test.inputs[i];
        if (isWeight(op, i))
            inputs.push_back(made.builder.weight(made.randomWeight(operand)));
        else if (operand.type == kernels::DType::i32)
            inputs.push_back(i == 0 ? made.builder.tokens() : made.builder.input(graph::ValueKind::outputRows, operand));
        else
            inputs.push_back(made.activation(operand.shape));
    }
    if (&op == &ops::attention) {
        const tensor::Shape& kv = test.inputs[1].shape;
        made.kv = { .layers = { { std::int32_t(kv[1]), std::int32_t(kv[2]) } }, .positions = 64, .type = kernels::DType::f32 };
        inputs[1] = made.builder.kvWrite(inputs[1], made.activation(kv));
    }
    return made.builder.node("op", op, inputs, test.params);
}

std::vector<float> runOn(backend::Backend& backend, const OpGraph& made, const graph::Graph& graph)
{
    auto store = backend.load(made.weights, [](auto&&...) { return true; }, [](std::size_t) {});
    REQUIRE(store);
    auto cache = cache::KvCache::allocate(made.kv);
    REQUIRE(cache);
    const tensor::Shape& shape = graph[graph.logits].operand.shape;
    std::vector<float> out(std::size_t(shape.count()), -1);
    backend::PlanRequest request { .graph = graph, .weights = made.weights, .store = store->get(), .kv = cache->layers() };
    auto sized = backend.plan(request);
    REQUIRE(sized);
    auto arena = tensor::Buffer::allocate((*sized)->arenaBytes() + 64);
    REQUIRE(arena);
    request.arena = arena->data();
    request.logits = reinterpret_cast<std::byte*>(out.data());
    auto plan = backend.plan(request);
    REQUIRE(plan);
    std::vector<std::int32_t> tokens(std::size_t(graph.shape.nTokens)), rows(std::size_t(graph.shape.nOutputs));
    std::iota(tokens.begin(), tokens.end(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = std::int32_t(tokens.size() - rows.size() + i);
    profile::Recorder recorder(backend.workers());
    recorder.setEnabled(false);
    REQUIRE((*plan)->run({ tokens, rows, 0, nullptr }, recorder));
    return out;
}

void checkCase(const ops::OpSpec& op, const ops::OpCase& test)
{
    const std::int64_t tokens = test.inputs.at(0).shape[0];
    const bool selects = &op == &ops::select_rows;
    OpGraph made({ std::int32_t(tokens), std::int32_t(selects ? test.inputs[1].shape[0] : tokens) });
    const graph::ValueId output = lower(made, op, test);
    const auto outShape = op.infer(test.inputs, test.params);
    REQUIRE(outShape);
    auto graph = made.finish(output, outShape->width());
    REQUIRE(graph);
    base::ThreadPool alone(1);
    backend::reference::ReferenceBackend oracle(alone);
    const std::vector<float> expected = runOn(oracle, made, *graph);
    for (const char* isa : { "generic", "avx2" }) {
        const auto kernels = backend::cpu::chooseKernels(isa);
        if (!kernels)
            continue; // this processor lacks it
        std::vector<float> first;
        for (const int workers : { 1, 2, 3 }) {
            INFO(op.name << ", " << test.name << ", " << isa << ", " << workers << " workers");
            base::ThreadPool pool(workers);
            backend::cpu::CpuBackend backend(**kernels, pool);
            const std::vector<float> ours = runOn(backend, made, *graph);
            CHECK(test::nmse(ours, expected) <= test.nmse);
            if (first.empty())
                first = ours;
            CHECK(test::sameBits(ours, first));
        }
    }
}

} // namespace

TEST_CASE("every case of every op agrees with the reference on each instruction set, to the bit for any number of workers")
{
    for (const ops::OpSpec* op : ops::ops()) {
        for (const ops::OpCase& test : op->cases())
            checkCase(*op, test);
        // The cache is written by every case of attention.
        CHECK((!op->cases().empty() || op == &ops::kv_write));
    }
}
