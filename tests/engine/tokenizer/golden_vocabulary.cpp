#include "tests/engine/tokenizer/golden_vocabulary.h"

#include "engine/formats/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

namespace cutaway::test {

std::unique_ptr<const tokenizer::Tokenizer> tokenizerOf(const std::string& path)
{
    const auto file = formats::openModelFile(path);
    INFO((file ? "" : file.error().message));
    REQUIRE(file);
    auto loaded = tokenizer::loadTokenizer((*file)->metadata);
    INFO((loaded ? "" : loaded.error().message));
    REQUIRE(loaded);
    return std::move(loaded).value();
}

std::unique_ptr<const tokenizer::Tokenizer> goldenTokenizer(const std::string& name)
{
    const auto path = golden("golden/vocab/ggml-vocab-" + name + ".gguf");
    return path ? tokenizerOf(*path) : nullptr;
}

} // namespace cutaway::test
