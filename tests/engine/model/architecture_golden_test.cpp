#include "engine/backend/cpu/cpu_backend.h"
#include "engine/runtime/session.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

using namespace cutaway;

/// Small models of random weights in F32, one an architecture, and the logits that an independent engine computes for them.
namespace {

constexpr double kAllowedNmse = 1e-5;

struct GoldenModel {
    std::string path;
    std::vector<base::TokenId> tokens;
    std::vector<float> logits; ///< [tokens, vocabulary]
};

std::optional<GoldenModel> goldenModel(const std::string& name)
{
    const auto model = test::golden("golden/archs/" + name + ".gguf");
    const auto facts = test::golden("golden/archs/" + name + ".json");
    const auto logits = test::golden("golden/archs/" + name + ".logits.f32");
    if (!model || !facts || !logits)
        return std::nullopt;
    return GoldenModel { model->string(), nlohmann::json::parse(test::readText(*facts)).at("tokens").get<std::vector<base::TokenId>>(), test::readFloats(*logits) };
}

/// Logits of every position, the tokens given in one call or one by one.
std::vector<float> logitsOf(const GoldenModel& golden, runtime::RunOptions options, bool oneByOne)
{
    options.context = 64;
    options.threads = 2;
    options.maxOutputs = std::int32_t(golden.tokens.size());
    auto description = runtime::ModelDescription::open(golden.path);
    REQUIRE(description);
    auto model = runtime::LoadedModel::load(*description, options, [](auto&&...) { return true; });
    REQUIRE(model);
    profile::Recorder recorder((*model)->workers());
    auto session = runtime::Session::create(*model, recorder);
    REQUIRE(session);
    std::vector<float> all;
    const auto keep = [&](std::int64_t, std::span<const float> row) { all.insert(all.end(), row.begin(), row.end()); };
    const std::span<const base::TokenId> tokens(golden.tokens);
    const std::size_t step = oneByOne ? 1 : tokens.size();
    for (std::size_t i = 0; i < tokens.size(); i += step)
        REQUIRE((*session)->append(tokens.subspan(i, step), {}, [](std::int64_t) { return true; }, keep));
    return all;
}

void checkAll(const std::string& name, runtime::RunOptions options)
{
    const auto golden = goldenModel(name);
    if (!golden)
        CUTAWAY_SKIP("golden/archs/" + name + " is absent");
    if (!options.reference && !backend::cpu::chooseKernels(options.isa))
        CUTAWAY_SKIP("this processor lacks " + options.isa);
    REQUIRE(golden->tokens.size() > 1);
    options.ubatch = 512;
    CHECK(test::nmse(logitsOf(*golden, options, false), golden->logits) <= kAllowedNmse);
    CHECK(test::nmse(logitsOf(*golden, options, true), golden->logits) <= kAllowedNmse);
    options.ubatch = 7;
    CHECK(test::nmse(logitsOf(*golden, options, false), golden->logits) <= kAllowedNmse);
}

constexpr const char* kModels[] { "llama-dense", "qwen2-dense", "qwen3-dense", "gemma3-dense" };

} // namespace

TEST_CASE("golden architectures: the reference, in one batch, in ubatches of 7 and token by token")
{
    for (const char* name : kModels) {
        INFO(name);
        checkAll(name, { .reference = true });
    }
}

TEST_CASE("golden architectures: portable kernels, in one batch, in ubatches of 7 and token by token")
{
    for (const char* name : kModels) {
        INFO(name);
        checkAll(name, { .isa = "generic" });
    }
}

TEST_CASE("golden architectures: AVX2 kernels, in one batch, in ubatches of 7 and token by token")
{
    for (const char* name : kModels) {
        INFO(name);
        checkAll(name, { .isa = "avx2" });
    }
}
