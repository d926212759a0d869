#include "engine/quantize/recipe.h"

#include "tests/support/catch.h"

#include <map>

using namespace cutaway;
using kernels::DType;
using quantize::Recipe;
using quantize::RecipeModel;

namespace {

formats::TensorEntry tensor(const std::string& name, std::vector<std::int64_t> shape = { 512, 512 })
{
    formats::TensorEntry entry;
    entry.name = name;
    entry.shape = std::move(shape);
    return entry;
}

/// A decoder of 16 layers, 8 query heads on 2 of keys and values.
formats::ModelFile model(bool tied, std::int64_t experts = 0)
{
    formats::ModelFile file;
    file.metadata.add("general.architecture", { std::string("llama"), "str" });
    file.metadata.add("llama.block_count", { std::uint64_t(16), "u32" });
    file.metadata.add("llama.attention.head_count", { std::uint64_t(8), "u32" });
    file.metadata.add("llama.attention.head_count_kv", { std::uint64_t(2), "u32" });
    file.metadata.add("llama.expert_count", { std::uint64_t(experts), "u32" });
    for (int layer = 15; layer >= 0; --layer) {
        for (const char* name : { "attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down" })
            file.tensors.push_back(tensor("blk." + std::to_string(layer) + "." + name + ".weight"));
    }
    file.tensors.push_back(tensor("token_embd.weight"));
    if (!tied)
        file.tensors.push_back(tensor("output.weight"));
    file.buildIndex();
    return file;
}

std::map<std::string, DType> typesOf(const char* mix, const formats::ModelFile& file, bool importance = false)
{
    Recipe recipe(*quantize::findMix(mix), RecipeModel::of(file, importance));
    std::map<std::string, DType> types;
    for (const formats::TensorEntry* entry : quantize::recipeOrder(file))
        types[entry->name] = recipe.typeOf(*entry);
    return types;
}

std::vector<int> layersWith(const std::map<std::string, DType>& types, const std::string& name, DType type)
{
    std::vector<int> layers;
    for (int layer = 0; layer < 16; ++layer) {
        if (types.at("blk." + std::to_string(layer) + "." + name + ".weight") == type)
            layers.push_back(layer);
    }
    return layers;
}

} // namespace

TEST_CASE("tensors are counted by layer number, not in the order of text")
{
    const formats::ModelFile file = model(false);
    const auto order = quantize::recipeOrder(file);
    CHECK(order[0]->name == "output.weight");
    CHECK(order[1]->name == "token_embd.weight");
    CHECK(order[2]->name == "blk.0.attn_k.weight");
    CHECK(order.back()->name == "blk.15.ffn_up.weight");
}

TEST_CASE("Q4_K_M gives Q6_K to the outer eighths and every third of values and down projections")
{
    const auto types = typesOf("Q4_K_M", model(false));
    const std::vector<int> better { 0, 1, 4, 7, 10, 13, 14, 15 };
    CHECK(layersWith(types, "attn_v", DType::q6_K) == better);
    CHECK(layersWith(types, "ffn_down", DType::q6_K) == better);
    CHECK(layersWith(types, "ffn_up", DType::q4_K).size() == 16);
    CHECK(types.at("output.weight") == DType::q6_K);
    CHECK(types.at("token_embd.weight") == DType::q4_K);
}

TEST_CASE("an embedding that is the output too gets the output's type")
{
    CHECK(typesOf("Q4_0", model(true)).at("token_embd.weight") == DType::q6_K);
    CHECK(typesOf("Q8_0", model(true)).at("token_embd.weight") == DType::q8_0);
    CHECK(typesOf("F16", model(true)).at("token_embd.weight") == DType::f16);
}

TEST_CASE("importance data changes what some mixes choose")
{
    CHECK(layersWith(typesOf("Q4_0", model(false)), "ffn_down", DType::q4_1).empty());
    CHECK(layersWith(typesOf("Q4_0", model(false), true), "ffn_down", DType::q4_1) == std::vector<int> { 0, 1 });
    CHECK(layersWith(typesOf("IQ4_XS", model(false)), "ffn_down", DType::q5_K) == std::vector<int> { 0, 1 });
    CHECK(layersWith(typesOf("IQ4_XS", model(false), true), "ffn_down", DType::q5_K).empty());
}

TEST_CASE("low-bit mixes keep values, outputs and embeddings readable")
{
    const auto types = typesOf("IQ2_M", model(false), true);
    CHECK(types.at("blk.3.attn_v.weight") == DType::q4_K);
    CHECK(types.at("blk.3.attn_output.weight") == DType::iq3_s);
    CHECK(types.at("output.weight") == DType::q5_K);
    CHECK(types.at("token_embd.weight") == DType::iq3_s);
    CHECK(layersWith(types, "ffn_down", DType::iq3_s) == std::vector<int> { 0, 1 });
}

TEST_CASE("eight experts have rules of their own")
{
    const auto types = typesOf("Q4_K_M", model(false, 8));
    CHECK(types.at("blk.3.attn_v.weight") == DType::q8_0);
    CHECK(types.at("blk.3.attn_k.weight") == DType::q8_0);
    CHECK(types.at("blk.3.attn_output.weight") == DType::q5_K);
}

TEST_CASE("rows that are no whole blocks get another type")
{
    CHECK(quantize::fittingType(DType::q4_K, 576) == DType::q5_0);
    CHECK(quantize::fittingType(DType::q6_K, 576) == DType::q8_0);
    CHECK(quantize::fittingType(DType::iq2_xs, 576) == DType::iq4_nl);
    CHECK(quantize::fittingType(DType::q4_K, 512) == DType::q4_K);
    CHECK(quantize::fittingType(DType::q4_K, 40) == DType::f16);
    CHECK(quantize::fittingType(DType::q8_0, 40) == DType::f16);
}

TEST_CASE("only matrices of weights are quantised")
{
    CHECK(quantize::isQuantisable(tensor("blk.0.attn_q.weight")));
    CHECK(quantize::isQuantisable(tensor("blk.0.ffn_up_exps.weight", { 4, 8, 32 })));
    CHECK_FALSE(quantize::isQuantisable(tensor("blk.0.attn_norm.weight", { 512 })));
    CHECK_FALSE(quantize::isQuantisable(tensor("blk.0.attn_q.weight", { 1, 512 })));
    CHECK_FALSE(quantize::isQuantisable(tensor("blk.0.attn_q.bias")));
    CHECK_FALSE(quantize::isQuantisable(tensor("blk.0.ffn_gate_inp.weight")));
    CHECK_FALSE(quantize::isQuantisable(tensor("position_embd.weight")));
    CHECK_FALSE(quantize::isQuantisable(tensor("blk.0.ssm_conv1d.weight")));
}
