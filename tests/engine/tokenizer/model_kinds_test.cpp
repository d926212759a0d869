#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/tokenizer/made_vocabulary.h"
#include "tests/support/catch.h"

#include <limits>

using namespace cutaway;
using base::ErrorCode;
using tokenizer::TokenId;

namespace {

using Texts = std::vector<std::string>;

std::unique_ptr<const tokenizer::Tokenizer> load(const formats::Metadata& metadata)
{
    auto loaded = tokenizer::loadTokenizer(metadata);
    INFO((loaded ? "" : loaded.error().message));
    REQUIRE(loaded);
    return std::move(loaded).value();
}

std::string failure(const formats::Metadata& metadata)
{
    const auto loaded = tokenizer::loadTokenizer(metadata);
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().code == ErrorCode::corruptFile);
    return loaded.error().message;
}

Texts textsOf(const tokenizer::Tokenizer& tokens, std::string_view text)
{
    Texts texts;
    for (const TokenId id : tokens.encode(text, { .addSpecial = false }))
        texts.push_back(tokens.vocabulary().text(id));
    return texts;
}

} // namespace

TEST_CASE("RWKV takes the longest token and reads escapes")
{
    const auto rwkv = load(test::rwkvMetadata({ "ab", "abc", "\\t\\n", "\\\\", "\\'", "\u00E9" }));
    CHECK(textsOf(*rwkv, "abcab") == Texts { "abc", "ab" });
    CHECK(textsOf(*rwkv, "\t\n\\\u00E9") == Texts { "\\t\\n", "\\\\", "\u00E9" });
    CHECK(textsOf(*rwkv, "'\xC3") == Texts { "\\'", "\\xc3" });
    CHECK(rwkv->decode(rwkv->encode("a\t\n'\xFF")) == "a\t\n'\xFF");
    CHECK(rwkv->encode("a") == rwkv->encode("a", { .addSpecial = false }));
    const auto odd = load(test::with(test::rwkvMetadata({}), "tokenizer.ggml.tokens",
        { Texts(257, "\\x4"), "arr[str]" })); // no two digits: the character x, then a 4
    CHECK(textsOf(*odd, "x4") == Texts { "\\x4" });
    CHECK(odd->encode("y").empty()); // neither a token nor an unknown token
}

TEST_CASE("PLaMo-2 divides text at the least cost and writes other characters as bytes")
{
    using test::with;
    // Scores fall by the id: "a" is dearer than "b" is dearer than "ab".
    const auto plamo = load(test::plamo2Metadata({ "a", "b", "ab" }));
    CHECK(textsOf(*plamo, "aab") == Texts { "a", "ab" });
    CHECK(textsOf(*plamo, "\xEF\xBB\xBF" "b\u00E9") == Texts { "b", "<0xC3>", "<0xA9>" });
    CHECK(plamo->decode(plamo->encode("\xFFz")) == "\xFFz");

    std::vector<float> scores(262, -1.0f);
    scores[261] = -2.0f; // the same as both letters: the longer token holds
    CHECK(textsOf(*load(with(test::plamo2Metadata({ "a", "b", "ab" }), "tokenizer.ggml.scores", { scores, "arr[f32]" })), "ab") == Texts { "ab" });
    scores[261] = -2.001f;
    CHECK(textsOf(*load(with(test::plamo2Metadata({ "a", "b", "ab" }), "tokenizer.ggml.scores", { scores, "arr[f32]" })), "ab") == Texts { "a", "b" });
    scores[260] = -std::numeric_limits<float>::infinity(); // never used
    CHECK(textsOf(*load(with(test::plamo2Metadata({ "a", "b", "ab" }), "tokenizer.ggml.scores", { scores, "arr[f32]" })), "b") == Texts { "<0x62>" });
    scores[7] = 2e6f;
    CHECK(failure(with(test::plamo2Metadata({ "a", "b", "ab" }), "tokenizer.ggml.scores", { scores, "arr[f32]" }))
        == "Metadata key 'tokenizer.ggml.scores'[7] is 2000000.000000, wanted are -1000000 to 1000000.");
    CHECK(failure(with(test::plamo2Metadata({}), "tokenizer.ggml.token_type", { std::vector<std::int64_t>(259, 1), "arr[i32]" }))
        == "Metadata key 'tokenizer.ggml.tokens' has no token for the byte 0; a PLaMo-2 vocabulary needs all 256.");
    CHECK(load(test::plamo2Metadata({ "\xE4\xB8" }))->encode("\u4E2D").size() == 3); // a token that ends inside a character
}

TEST_CASE("UGM finds the best division, puts a mark in front and joins unknown characters")
{
    using test::with;
    const auto metadata = test::ugmMetadata({ "\u2581", "\u2581a", "b", "a", "ab" });
    const auto ugm = load(metadata);
    CHECK(textsOf(*ugm, "ab b") == Texts { "\u2581a", "b", "\u2581", "b" });
    CHECK(textsOf(*ugm, "axyb") == Texts { "\u2581a", "<unk>", "b" });
    CHECK(ugm->encode("a") == std::vector<TokenId> { 4, 1 });
    CHECK(ugm->decode(ugm->encode("a ab")) == "a ab");
    CHECK(textsOf(*ugm, "a  b") == Texts { "\u2581a", "\u2581", "\u2581", "b" });
    const auto merging = load(with(metadata, "tokenizer.ggml.remove_extra_whitespaces", { true, "bool" }));
    CHECK(textsOf(*merging, "  a  b ") == Texts { "\u2581a", "\u2581", "b" });
    const auto bare = load(with(metadata, "tokenizer.ggml.add_space_prefix", { false, "bool" }));
    CHECK(textsOf(*bare, "ab") == Texts { "ab" });
}

TEST_CASE("damaged charsmaps give a sentence, or replace nothing, but do no harm")
{
    const auto withMap = [](const std::vector<std::uint64_t>& bytes) {
        return test::with(test::ugmMetadata({ "\u2581", "a" }), "tokenizer.ggml.precompiled_charsmap", { bytes, "arr[u8]" });
    };
    CHECK(failure(withMap({ 1, 2 }))
        == "Metadata key 'tokenizer.ggml.precompiled_charsmap' has 2 bytes and says that 0 of them are its trie; wanted is a multiple of 4 that fits.");
    CHECK(failure(withMap({ 255, 255, 255, 255, 0, 0, 0, 0 })).find("says that 4294967295 of them") != std::string::npos);
    CHECK(failure(withMap({ 3, 0, 0, 0, 0, 0, 0, 0 })).find("says that 3 of them") != std::string::npos);
    for (std::uint64_t fill = 0; fill < 256; ++fill) {
        std::vector<std::uint64_t> bytes { 16, 0, 0, 0 };
        bytes.resize(4 + 16 + fill % 3, fill);
        CHECK_FALSE(load(withMap(bytes))->encode("a\xFF" "b\0c").empty());
    }
}

TEST_CASE("Gemma 4: spaces are marks, newline runs are tokens, BOS stands in front whatever the file says")
{
    formats::Metadata metadata = test::spmMetadata({ "\u2581", "a", "b", "\u2581a", "\u2581ab", "\n\n\n" });
    metadata = test::with(metadata, "tokenizer.ggml.model", { std::string("gemma4"), "str" });
    metadata = test::with(metadata, "tokenizer.ggml.merges", { Texts { "\u2581 a", "\u2581a b" }, "arr[str]" });
    metadata = test::with(metadata, "tokenizer.ggml.bos_token_id", { std::uint64_t(1), "u32" });
    metadata = test::with(metadata, "tokenizer.ggml.add_bos_token", { false, "bool" });
    const auto gemma = load(metadata);
    CHECK(gemma->encode("").size() == 1);
    CHECK(textsOf(*gemma, " ab\n\n\na\n\u00E9") == Texts { "\u2581ab", "\n\n\n", "a", "<0x0A>", "<0xC3>", "<0xA9>" });
    CHECK(gemma->decode(gemma->encode(" ab\n\u00E9")) == " ab\n\u00E9");
}

TEST_CASE("hybrid DNA: six bases are a token, the last one filled up; other text is BPE")
{
    formats::Metadata metadata = test::bpeMetadata({ "A C" }, {});
    Texts tokens = **metadata.strings("tokenizer.ggml.tokens");
    tokens.insert(tokens.end(), { "<dna>", "</dna>", "<oov>", "ACGTAC\uE000", "GTAAAA\uE000" });
    metadata = test::with(metadata, "tokenizer.ggml.model", { std::string("hybriddna"), "str" });
    metadata = test::with(metadata, "tokenizer.ggml.tokens", { tokens, "arr[str]" });
    metadata = test::without(metadata, "tokenizer.ggml.token_type");
    const auto dna = load(metadata);
    const Texts expected { "AC", "<dna>", "ACGTAC\uE000", "GTAAAA\uE000", "</dna>", "x", "<dna>", "<oov>" };
    CHECK(textsOf(*dna, "AC<dna>acgtACGT</dna>x<dna>NN") == expected);
    CHECK(dna->decode(dna->encode("<dna>ACGTAC</dna>")) == "<dna>ACGTAC</dna>");
}

TEST_CASE("whitespace: white space is lost, words are BPE over characters")
{
    formats::Metadata metadata = test::spmMetadata({ "a", "b", "ab" });
    metadata = test::with(metadata, "tokenizer.ggml.model", { std::string("whitespace"), "str" });
    metadata = test::with(metadata, "tokenizer.ggml.merges", { Texts { "a b" }, "arr[str]" });
    CHECK(textsOf(*load(metadata), " ab\u3000a\n\nb") == Texts { "ab", "a", "b" });
    metadata = test::with(metadata, "tokenizer.ggml.normalizer.lowercase", { true, "bool" });
    CHECK(textsOf(*load(metadata), "AB") == Texts { "ab" });
}

TEST_CASE("only Kimi K2 may come without merges")
{
    const auto metadata = test::without(test::bpeMetadata({ "a b" }, {}, "kimi-k2"), "tokenizer.ggml.merges");
    CHECK(load(metadata)->encode("ab").size() == 2);
}
