#include "engine/base/utf8.h"
#include "engine/formats/model_file.h"
#include "engine/tokenizer/tokenizer.h"
#include "engine/tokenizer/tokenizer_spec.h"
#include "engine/tokenizer/unicode.h"
#include "tests/engine/tokenizer/golden_vocabulary.h"
#include "tests/engine/tokenizer/made_vocabulary.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <random>
#include <set>

using namespace cutaway;
using tokenizer::Tokenizer;

namespace {

/// Text of many scripts, with spaces, controls and marks among them.
std::string randomText(std::mt19937& random, std::size_t length)
{
    static const std::vector<std::pair<char32_t, char32_t>> kBlocks { { 0x20, 0x7E }, { 0x20, 0x7E }, { 0x09, 0x0D }, { 0x20, 0x20 },
        { 0xA0, 0x24F }, { 0x300, 0x36F }, { 0x370, 0x5FF }, { 0x900, 0xDFF }, { 0x1100, 0x11FF }, { 0x2000, 0x206F }, { 0x3000, 0x30FF },
        { 0x4E00, 0x9FFF }, { 0xAC00, 0xD7A3 }, { 0xFF00, 0xFFEF }, { 0x1F300, 0x1F6FF }, { 0x10000, 0x10FFFF }, { 0x00, 0x1F } };
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
        const auto& [first, last] = kBlocks[random() % kBlocks.size()];
        base::appendUtf8(text, first + random() % (last - first + 1));
    }
    return text;
}

/// A vocabulary made for each kind in the registry.
formats::Metadata madeFor(const tokenizer::TokenizerSpec& spec)
{
    if (spec.model == "llama")
        return test::spmMetadata({ "\u2581", "a", "b", "ab" });
    if (spec.model == "bert")
        return test::wpmMetadata({ "\u2581a", "b", "\u2581" });
    if (spec.model == "plamo2")
        return test::plamo2Metadata({ "a", "ab", "\u4E2D" });
    if (spec.model == "t5")
        return test::ugmMetadata({ "\u2581", "a", "\u2581a", "ab" });
    if (spec.model == "rwkv")
        return test::rwkvMetadata({ "ab", "\\t\\n", "\\\\" });
    if (spec.model != "gpt2")
        return test::with(test::bpeMetadata({ "a b" }, {}), "tokenizer.ggml.model", { std::string(spec.model), "str" });
    return test::bpeMetadata({ "a b", "Ġ a" }, { "<|im_end|>" });
}

/// True when every byte is a token, so that no text is out of reach.
bool isByteComplete(const Tokenizer& tokens)
{
    std::set<std::string> bytes;
    for (tokenizer::TokenId id = 0; id < tokens.vocabularySize(); ++id) {
        const std::string own = tokens.tokenBytes(id);
        if (own.size() == 1)
            bytes.insert(own);
    }
    return bytes.size() == 256;
}

/// Any text gives tokens of the vocabulary; where every byte is a token, text comes back, and streaming gives the same bytes as decoding.
void checkTexts(const Tokenizer& tokens, bool nfc)
{
    std::mt19937 random(11);
    const bool complete = isByteComplete(tokens);
    for (int round = 0; round < 400; ++round) {
        const std::string text = randomText(random, random() % 40);
        const auto ids = tokens.encode(text, { .addSpecial = false });
        for (const tokenizer::TokenId id : ids)
            REQUIRE(tokens.vocabulary().contains(id));
        if (!complete)
            continue;
        INFO(text);
        REQUIRE(tokens.decode(ids) == (nfc ? tokenizer::normalizeNfc(text) : text));
        std::string streamed;
        for (const tokenizer::TokenId id : ids)
            streamed += tokens.tokenBytes(id);
        if (!tokens.vocabulary().addSpacePrefix())
            REQUIRE(streamed == tokens.decode(ids));
    }
}

} // namespace

TEST_CASE("conformance: every kind of the registry loads, has a name of its own and gives text back")
{
    std::set<std::string_view> names;
    std::set<std::string_view> models;
    for (const tokenizer::TokenizerSpec* spec : tokenizer::tokenizerKinds()) {
        INFO(spec->name);
        CHECK(names.insert(spec->name).second);
        CHECK(models.insert(spec->model).second);
        const auto loaded = tokenizer::loadTokenizer(madeFor(*spec));
        REQUIRE(loaded);
        CHECK((*loaded)->hasVocabulary());
        CHECK((*loaded)->name().find(spec->name) == 0);
        CHECK((*loaded)->encode("", { .addSpecial = false }).empty());
        checkTexts(**loaded, false);
    }
    CHECK_FALSE(names.empty());
}

TEST_CASE("conformance: real vocabularies give any text back")
{
    int complete = 0;
    for (const char* name : { "llama-spm", "gpt-2", "deepseek-llm", "deepseek-coder", "starcoder", "smollm2", "gemma3", "qwen2",
             "llama-bpe", "falcon", "mpt", "refact", "deepseek-v3", "gpt-4o", "bert-bge", "phi-3", "baichuan", "gpt-neox" }) {
        INFO(name);
        const auto loaded = test::goldenTokenizer(name);
        if (!loaded)
            CUTAWAY_SKIP("the golden vocabularies are not here");
        checkTexts(*loaded, std::string_view(name) == "qwen2");
        complete += isByteComplete(*loaded) ? 1 : 0;
    }
    CHECK(complete > 1);
}

TEST_CASE("conformance: control tokens of real vocabularies are found by their text")
{
    for (const char* name : { "llama-spm", "phi-3", "smollm2", "qwen2", "gemma3", "deepseek-v3" }) {
        const auto loaded = test::goldenTokenizer(name);
        if (!loaded)
            CUTAWAY_SKIP("the golden vocabularies are not here");
        const tokenizer::Vocabulary& vocabulary = loaded->vocabulary();
        int control = 0;
        for (tokenizer::TokenId id = 0; id < vocabulary.size(); ++id) {
            if (!vocabulary.attributes(id).has(tokenizer::TokenAttribute::control))
                continue;
            INFO(name << " " << vocabulary.text(id));
            REQUIRE(loaded->encode(vocabulary.text(id), { .addSpecial = false, .parseSpecial = true }) == std::vector { id });
            REQUIRE(loaded->tokenBytes(id).empty());
            REQUIRE(loaded->tokenBytes(id, true) == vocabulary.text(id));
            ++control;
        }
        CHECK(control > 0);
    }
}
