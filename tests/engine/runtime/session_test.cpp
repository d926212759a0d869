#include "engine/runtime/memory_planner.h"
#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

using namespace cutaway;

namespace {

/// Empty when the tiny model is missing.
std::optional<test::RunningModel> loadTiny(std::int64_t context, int threads = 2, std::int32_t ubatch = 512)
{
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        return std::nullopt;
    return std::optional<test::RunningModel>(std::in_place, file->string(), runtime::RunOptions { .context = context, .threads = threads, .ubatch = ubatch });
}

std::vector<base::TokenId> someTokens(std::size_t count)
{
    std::vector<base::TokenId> tokens(count);
    for (std::size_t i = 0; i < count; ++i)
        tokens[i] = base::TokenId((i * 37 + 11) % 128);
    return tokens;
}

} // namespace

TEST_CASE("A prompt that shares a prefix with the cache gives the same logits as a fresh one")
{
    auto loaded = loadTiny(128, 2, 8);
    if (!loaded)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    runtime::Session& session = loaded->session();
    const auto tokens = someTokens(40);
    REQUIRE(session.prefill(tokens, {}));
    const auto fresh = loaded->logits();
    auto other = tokens;
    other[30] = 1;
    session.clear();
    REQUIRE(session.prefill(other, {}));
    CHECK(session.reusePrefix(tokens) == 30);
    REQUIRE(session.prefill(std::span(tokens).subspan(30), {}));
    CHECK(test::nmse(loaded->logits(), fresh) < 1e-6);
    // The same prompt again: all but one token are kept, so that there are logits.
    CHECK(session.reusePrefix(tokens) == 39);
}

TEST_CASE("As many threads as the cores can carry are taken, and not one more")
{
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    const auto description = runtime::ModelDescription::open(file->string());
    REQUIRE(description);
    const int most = 64 * base::physicalCores();
    CHECK(runtime::resolveOptions(**description, { .context = 16, .threads = most }));
    for (const runtime::RunOptions& options : { runtime::RunOptions { .threads = most + 1 }, runtime::RunOptions { .threadsBatch = most + 1 }, runtime::RunOptions { .threads = -1 } }) {
        const auto refused = runtime::resolveOptions(**description, options);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == base::ErrorCode::invalidArgument);
        CHECK(refused.error().message.find("must be from 1 to " + std::to_string(most)) != std::string::npos);
    }
}

TEST_CASE("A full context is refused before anything runs, and the session goes on")
{
    auto loaded = loadTiny(20);
    if (!loaded)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    runtime::Session& session = loaded->session();
    const auto refused = session.prefill(someTokens(21), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == base::ErrorCode::contextFull);
    CHECK(refused.error().message.find("21") != std::string::npos);
    CHECK(session.tokens().empty());
    REQUIRE(session.prefill(someTokens(20), {}));
    CHECK_FALSE(session.decode(1, {}));
    CHECK(session.tokens().size() == 20);
}

TEST_CASE("Token ids outside the vocabulary are refused")
{
    auto loaded = loadTiny(32);
    if (!loaded)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    for (const base::TokenId bad : { -1, 128, 1 << 30 }) {
        const auto refused = loaded->session().prefill(std::vector<base::TokenId> { 1, bad }, {});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == base::ErrorCode::invalidArgument);
        CHECK_FALSE(loaded->session().decode(bad, {}));
    }
}

TEST_CASE("A cancelled prompt keeps the ubatches that were complete")
{
    auto loaded = loadTiny(128, 3, 8);
    if (!loaded)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    runtime::Session& session = loaded->session();
    const auto tokens = someTokens(64);
    base::CancelSource cancel;
    const auto status = session.prefill(tokens, cancel.token(), [&](std::int64_t done) {
        if (done == 24)
            cancel.cancel();
    });
    REQUIRE_FALSE(status);
    CHECK(status.error().code == base::ErrorCode::cancelled);
    CHECK(session.tokens().size() == 24);
    CHECK(session.cache().used() == 24);
    // Going on from there equals a fresh run.
    REQUIRE(session.prefill(std::span(tokens).subspan(24), {}));
    const auto resumed = loaded->logits();
    session.clear();
    REQUIRE(session.prefill(tokens, {}));
    CHECK(resumed == loaded->logits());
}

TEST_CASE("Decode steps reuse one plan, and each is in the profile with times that add up")
{
    auto loaded = loadTiny(64);
    if (!loaded)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    runtime::Session& session = loaded->session();
    REQUIRE(session.prefill(someTokens(4), {}));
    const auto before = session.planCounts();
    for (int i = 0; i < 40; ++i)
        REQUIRE(session.decode(base::TokenId(i), {}));
    CHECK(session.planCounts().built == before.built);
    CHECK(session.planCounts().reused == before.reused + 40);
    const auto snapshot = loaded->recorder().snapshot();
    REQUIRE(snapshot->steps.size() == 41);
    const api::StepRecord& step = *snapshot->steps.back();
    CHECK(step.kind == api::StepKind::decode);
    CHECK(step.kvLength == 44);
    std::size_t nodes = 0;
    for (const api::ProfileEvent& event : step.events) {
        CHECK(event.startNs <= event.endNs);
        nodes += event.kind == api::EventKind::node && event.lane == 0 ? 1 : 0;
    }
    CHECK(nodes == step.plan->nodes.size());
}
