#include "engine/formats/model_file.h"
#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/tokenizer/golden_vocabulary.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>
#include <sstream>

using namespace cutaway;
using tokenizer::TokenId;

namespace {

/// The strings of an .inp file: each is followed by the separator.
std::vector<std::string> stringsOf(const std::string& text)
{
    const std::string separator = "\n__ggml_vocab_test__\n";
    std::vector<std::string> strings;
    std::size_t done = 0;
    for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, done)) {
        strings.push_back(text.substr(done, at - done));
        done = at + separator.size();
    }
    return strings;
}

std::vector<std::vector<TokenId>> idsOf(const std::string& text)
{
    std::vector<std::vector<TokenId>> lines;
    std::istringstream in(text);
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        lines.emplace_back(std::istream_iterator<TokenId>(words), std::istream_iterator<TokenId>());
    }
    return lines;
}

void checkGolden(const std::string& name)
{
    const auto vocabulary = test::golden("golden/vocab/ggml-vocab-" + name + ".gguf");
    const auto strings = test::golden("golden/vocab/ggml-vocab-" + name + ".gguf.inp");
    const auto ids = test::golden("golden/vocab/ggml-vocab-" + name + ".gguf.out");
    if (!vocabulary || !strings || !ids)
        CUTAWAY_SKIP("the golden vocabulary " + name + " is not here");
    const auto loaded = test::tokenizerOf(*vocabulary);
    const auto texts = stringsOf(test::readText(*strings));
    const auto expected = idsOf(test::readText(*ids));
    REQUIRE_FALSE(texts.empty());
    REQUIRE(texts.size() == expected.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        INFO(name << ", string " << i << ": " << texts[i]);
        CHECK(loaded->encode(texts[i], { .addSpecial = false, .parseSpecial = false }) == expected[i]);
    }
}

void checkTexts(const std::string& folder, const std::optional<std::filesystem::path>& vocabulary)
{
    const auto texts = test::golden("golden/models/" + folder + "/texts.json");
    if (!texts || !vocabulary)
        CUTAWAY_SKIP("the golden texts or the vocabulary of " + folder + " are not here");
    const auto loaded = test::tokenizerOf(*vocabulary);
    const auto entries = nlohmann::json::parse(test::readText(*texts));
    REQUIRE_FALSE(entries.empty());
    for (const auto& entry : entries) {
        INFO(folder << " " << entry["name"]);
        const auto text = entry["text"].get<std::string>();
        const auto expected = entry["ids"].get<std::vector<TokenId>>();
        CHECK(loaded->encode(text, { .addSpecial = true, .parseSpecial = entry["parseSpecial"].get<bool>() }) == expected);
        CHECK(loaded->decode(expected, { .showSpecial = true, .removeSpecial = true }) == text);
    }
}

} // namespace

TEST_CASE("golden ids of llama-spm") { checkGolden("llama-spm"); }
TEST_CASE("golden ids of phi-3") { checkGolden("phi-3"); }
TEST_CASE("golden ids of gpt-2") { checkGolden("gpt-2"); }
TEST_CASE("golden ids of deepseek-llm") { checkGolden("deepseek-llm"); }
TEST_CASE("golden ids of deepseek-coder") { checkGolden("deepseek-coder"); }
TEST_CASE("golden ids of starcoder") { checkGolden("starcoder"); }
TEST_CASE("golden ids of smollm2") { checkGolden("smollm2"); }
TEST_CASE("golden ids of gemma3") { checkGolden("gemma3"); }
TEST_CASE("golden ids of qwen2") { checkGolden("qwen2"); }
TEST_CASE("golden ids of llama-bpe") { checkGolden("llama-bpe"); }
TEST_CASE("golden ids of gpt-4o") { checkGolden("gpt-4o"); }
TEST_CASE("golden ids of deepseek-v3") { checkGolden("deepseek-v3"); }
TEST_CASE("golden ids of falcon") { checkGolden("falcon"); }
TEST_CASE("golden ids of mpt") { checkGolden("mpt"); }
TEST_CASE("golden ids of bert-bge") { checkGolden("bert-bge"); }
TEST_CASE("golden ids of refact") { checkGolden("refact"); }

TEST_CASE("ids of the reference implementation of BERT, for the texts that it cleans most")
{
    const auto vocabulary = test::golden("golden/vocab/ggml-vocab-bert-bge.gguf");
    const auto rows = test::golden("golden/vocab/bert-bge.reference.json");
    if (!vocabulary || !rows)
        CUTAWAY_SKIP("the golden vocabulary bert-bge is not here");
    const auto loaded = test::tokenizerOf(*vocabulary);
    const auto entries = nlohmann::json::parse(test::readText(*rows));
    REQUIRE_FALSE(entries.empty());
    for (const auto& entry : entries) {
        INFO(entry.dump());
        CHECK(loaded->encode(entry["text"].get<std::string>(), { .addSpecial = false }) == entry["ids"].get<std::vector<TokenId>>());
    }
}

TEST_CASE("ids of the reference implementation of SentencePiece's unigram models")
{
    const auto path = test::golden("golden/vocab/ugm.reference.json");
    REQUIRE(path);
    const auto model = nlohmann::json::parse(test::readText(*path));
    formats::Metadata metadata;
    metadata.add("tokenizer.ggml.model", { std::string("t5"), "str" });
    metadata.add("tokenizer.ggml.tokens", { model["tokens"].get<std::vector<std::string>>(), "arr[str]" });
    metadata.add("tokenizer.ggml.scores", { model["scores"].get<std::vector<float>>(), "arr[f32]" });
    metadata.add("tokenizer.ggml.token_type", { model["types"].get<std::vector<std::int64_t>>(), "arr[i32]" });
    metadata.add("tokenizer.ggml.precompiled_charsmap", { model["charsmap"].get<std::vector<std::uint64_t>>(), "arr[u8]" });
    metadata.add("tokenizer.ggml.remove_extra_whitespaces", { model["removeExtraWhitespaces"].get<bool>(), "bool" });
    metadata.add("tokenizer.ggml.add_space_prefix", { model["addSpacePrefix"].get<bool>(), "bool" });
    const auto loaded = tokenizer::loadTokenizer(metadata);
    REQUIRE(loaded);
    REQUIRE_FALSE(model["rows"].empty());
    for (const auto& row : model["rows"]) {
        INFO(row.dump());
        CHECK((*loaded)->encode(row["text"].get<std::string>(), { .addSpecial = false }) == row["ids"].get<std::vector<TokenId>>());
    }
}

TEST_CASE("golden texts of SmolLM2") { checkTexts("smollm2", test::starterModel()); }
TEST_CASE("golden texts of Gemma 3") { checkTexts("gemma3", test::golden("golden/vocab/ggml-vocab-gemma3.gguf")); }

TEST_CASE("where golden data names single strings, the ids are equal")
{
    struct Row {
        const char* vocabulary;
        const char* text;
        bool parseSpecial;
        std::vector<TokenId> ids;
    };
    const std::vector<Row> rows {
        { "gpt-4o", "\u0928\u094D\u0416", false, { 20559, 16063 } },
        { "gpt-4o", "\u043E\u0410", false, { 317, 3074 } },
        { "qwen2", "a\u0301", false, { 1953 } },
        { "qwen2", "\u00E1", false, { 1953 } },
        { "gemma3", "</s>", false, { 212 } },
        { "qwen2", "</s>", true, { 522, 82, 29 } },
        { "deepseek-v3", "~\n", false, { 18441 } },
        { "deepseek-v3", "/~x", false, { 98661, 90 } },
        { "llama-bpe", " vi\u1EC7c", false, { 100769 } },
    };
    for (const Row& row : rows) {
        const auto path = test::golden(std::string("golden/vocab/ggml-vocab-") + row.vocabulary + ".gguf");
        if (!path)
            CUTAWAY_SKIP("the golden vocabularies are not here");
        INFO(row.vocabulary << ": " << row.text);
        CHECK(test::tokenizerOf(*path)->encode(row.text, { .addSpecial = false, .parseSpecial = row.parseSpecial }) == row.ids);
    }
}

TEST_CASE("BOS stands in front where the model wants it")
{
    const std::vector<std::pair<std::string, std::vector<TokenId>>> rows { { "smollm2", {} }, { "gemma3", { 2 } }, { "qwen2", {} },
        { "llama-bpe", { 128000 } }, { "gpt-4o", {} }, { "deepseek-v3", { 0 } } };
    for (const auto& [name, front] : rows) {
        const auto path = test::golden("golden/vocab/ggml-vocab-" + name + ".gguf");
        if (!path)
            CUTAWAY_SKIP("the golden vocabularies are not here");
        INFO(name);
        CHECK(test::tokenizerOf(*path)->encode("") == front);
    }
}
