#include "engine/io/mapping_guard.h"
#include "tests/engine/runtime/running_model.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <filesystem>

using namespace cutaway;

/// A model file that somebody cuts while it is in use.
namespace {

/// A copy of the tiny model, to be cut; none when the model is missing.
std::optional<std::string> copyTo(const test::TempDir& folder)
{
    io::guardMappings();
    const auto file = test::golden("golden/archs/llama-dense.gguf");
    if (!file)
        return std::nullopt;
    const std::filesystem::path copy = folder.path() / "model.gguf";
    std::filesystem::copy_file(*file, copy);
    return copy.string();
}

void cut(const std::string& path) { std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2); }

void checkSays(const base::Error& error, const std::string& path)
{
    CHECK(error.code == base::ErrorCode::ioFailed);
    CHECK(error.subject == path);
}

} // namespace

TEST_CASE("a model file that becomes shorter while it is loaded is an error")
{
    const test::TempDir folder;
    const auto path = copyTo(folder);
    if (!path)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    const auto description = runtime::ModelDescription::open(*path);
    REQUIRE(description);
    bool isCut = false;
    const auto loaded = runtime::LoadedModel::load(*description, { .context = 32 }, [&](auto, auto, const auto&) {
        if (!std::exchange(isCut, true))
            cut(*path);
        return true;
    });
    REQUIRE(isCut);
    REQUIRE_FALSE(loaded);
    checkSays(loaded.error(), *path);
}

TEST_CASE("the oracle, which reads the file in every step, ends with an error when the file becomes shorter")
{
    const test::TempDir folder;
    const auto path = copyTo(folder);
    if (!path)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    test::RunningModel running(*path, { .context = 32, .reference = true });
    REQUIRE(running.session().decode(1, {}));
    cut(*path);
    const auto status = running.session().decode(2, {});
    REQUIRE_FALSE(status);
    checkSays(status.error(), *path);
}

TEST_CASE("a loaded model has its weights in memory: the file may go")
{
    const test::TempDir folder;
    const auto path = copyTo(folder);
    if (!path)
        CUTAWAY_SKIP("golden/archs/llama-dense.gguf is not here");
    test::RunningModel running(*path, { .context = 32 });
    const auto before = running.logitsAfter({ 1, 2, 3 });
    std::filesystem::resize_file(*path, 0);
    CHECK(running.logitsAfter({ 1, 2, 3 }) == before);
}
