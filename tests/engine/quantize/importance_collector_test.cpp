#include "engine/quantize/importance_collector.h"

#include "engine/runtime/session.h"
#include "tests/support/catch.h"
#include "tests/support/model_tensors.h"
#include "tests/support/test_data.h"

#include <cmath>

using namespace cutaway;

namespace {

/// Sums of squares of what enters the first layer: the normalised embeddings of the tokens.
std::vector<double> firstLayerSquares(const runtime::ModelDescription& description, const std::vector<base::TokenId>& tokens)
{
    const auto embeddings = test::floatsOf(description.file(), "token_embd.weight");
    const auto weight = test::floatsOf(description.file(), "blk.0.attn_norm.weight");
    std::vector<double> sums(weight.size());
    for (const base::TokenId token : tokens) {
        const float* row = embeddings.data() + std::size_t(token) * weight.size();
        double squares = 0;
        for (std::size_t i = 0; i < weight.size(); ++i)
            squares += double(row[i]) * row[i];
        const double scale = 1 / std::sqrt(squares / double(weight.size()) + description.hparams().normEps);
        for (std::size_t i = 0; i < weight.size(); ++i)
            sums[i] += std::pow(row[i] * scale * weight[i], 2);
    }
    return sums;
}

} // namespace

TEST_CASE("squares are summed for each column, over all rows of all calls")
{
    quantize::ImportanceCollector collector;
    const std::vector<float> first { 1, 2, 3, 4 }, second { -5, 6 };
    collector.add("a", first, 2);
    collector.add("a", second, 2);
    collector.add("b", second, 1);
    const auto data = collector.data();
    CHECK(data.entries.at("a").sums == std::vector<float> { 1 + 9 + 25, 4 + 16 + 36 });
    CHECK(data.entries.at("a").counts == std::vector<float> { 3 });
    CHECK(data.entries.at("b").sums == std::vector<float> { 25 + 36 });
}

TEST_CASE("the reference shows what goes into every weight")
{
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    const auto description = runtime::ModelDescription::open(file->string());
    REQUIRE(description);
    quantize::ImportanceCollector collector;
    runtime::RunOptions options { .context = 16, .threads = 1, .reference = true };
    options.observer = [&](const std::string& weight, std::span<const float> inputs, std::int64_t columns) { collector.add(weight, inputs, columns); };
    const auto progress = [](auto, auto, const auto&) { return true; };
    const auto model = runtime::LoadedModel::load(*description, options, progress);
    REQUIRE(model);
    profile::Recorder recorder((*model)->workers());
    const auto session = runtime::Session::create(*model, recorder);
    REQUIRE(session);
    const std::vector<base::TokenId> tokens { 3, 1, 4, 1, 5, 9, 2, 6 };
    REQUIRE((*session)->append(tokens, {}, [](std::int64_t position) { return position == 7; }, [](std::int64_t, std::span<const float>) {}));

    const auto data = collector.data();
    const auto wanted = firstLayerSquares(**description, tokens);
    const quantize::ImportanceEntry& query = data.entries.at("blk.0.attn_q.weight");
    CHECK(query.counts == std::vector<float> { float(tokens.size()) });
    REQUIRE(query.sums.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(query.sums[i] == Approx(wanted[i]).epsilon(1e-4));
    CHECK(data.entries.at("blk.0.attn_v.weight").sums == query.sums);
    std::size_t matrices = 0;
    for (const formats::TensorEntry& entry : (*description)->file().tensors)
        matrices += entry.shape.size() == 2 && entry.name != "token_embd.weight" ? 1 : 0;
    CHECK(data.entries.size() == matrices + data.entries.count("token_embd.weight"));

    options.reference = false;
    CHECK(runtime::LoadedModel::load(*description, options, progress).error().message == "Only the reference backend shows the inputs of weights.");
}
