#include "engine/graph/builder.h"
#include "tests/support/catch.h"

using namespace cutaway;
using graph::WeightRef;

static WeightRef f32Weight(std::int32_t index, std::initializer_list<std::int64_t> shape) { return { index, { kernels::DType::f32, tensor::Shape(shape) } }; }

TEST_CASE("A graph carries shapes, names and places")
{
    graph::Builder builder({ .nTokens = 3, .nOutputs = 1 }, 2);
    builder.enter(graph::Block::embedding);
    const auto x = builder.embed("token_embd", builder.tokens(), f32Weight(0, { 100, 16 }));
    builder.enter(graph::Block::attention, 1);
    const auto q = builder.linear("attn_q", x, f32Weight(1, { 32, 16 }), {}, 8);
    builder.setLogits(builder.selectOutputs("outputs", q));
    const auto graph = builder.finish();
    REQUIRE(graph);
    REQUIRE(graph->nodes.size() == 3);
    CHECK(graph->nodes[1].name == "blk.1.attn_q");
    CHECK((*graph)[q].operand.shape == tensor::Shape { 3, 4, 8 });
    CHECK((*graph)[graph->logits].operand.shape == tensor::Shape { 1, 32 });
}

TEST_CASE("The first shape that does not fit is named, and later ones do not hide it")
{
    graph::Builder builder({ .nTokens = 2, .nOutputs = 2 }, 1);
    const auto x = builder.embed("token_embd", builder.tokens(), f32Weight(0, { 100, 16 }));
    builder.enter(graph::Block::ffn, 0);
    const auto wrong = builder.linear("ffn_up", x, f32Weight(1, { 64, 17 }));
    builder.linear("ffn_down", wrong, f32Weight(2, { 3, 3 }));
    const auto graph = builder.finish();
    REQUIRE_FALSE(graph);
    CHECK(graph.error().message.find("blk.0.ffn_up") != std::string::npos);
    CHECK(graph.error().message.find("[64, 17]") != std::string::npos);
}

TEST_CASE("All outputs wanted: nothing is selected")
{
    graph::Builder builder({ .nTokens = 2, .nOutputs = 2 }, 1);
    const auto x = builder.embed("token_embd", builder.tokens(), f32Weight(0, { 100, 16 }));
    CHECK(builder.selectOutputs("outputs", x) == x);
}
