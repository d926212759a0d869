#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/tokenizer/made_vocabulary.h"
#include "tests/support/catch.h"

using namespace cutaway;
using base::ErrorCode;
using formats::Metadata;
using tokenizer::loadTokenizer;
using tokenizer::TokenId;

namespace {

std::unique_ptr<const tokenizer::Tokenizer> load(const Metadata& metadata)
{
    auto loaded = loadTokenizer(metadata);
    INFO((loaded ? "" : loaded.error().message));
    REQUIRE(loaded);
    return std::move(loaded).value();
}

std::string failure(const Metadata& metadata, ErrorCode code)
{
    const auto loaded = loadTokenizer(metadata);
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().code == code);
    return loaded.error().message;
}

const Metadata kSpm = test::spmMetadata({ "\u2581", "a", "b", "ab", "\u2581ab" });
const Metadata kBpe = test::bpeMetadata({ "a b", "Ġ ab", "ab ab" }, { "<|im_start|>", "<|im_end|>" });

std::vector<std::string> textsOf(const tokenizer::Tokenizer& tokens, const std::vector<TokenId>& ids)
{
    std::vector<std::string> texts;
    for (const TokenId id : ids)
        texts.push_back(tokens.vocabulary().text(id));
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("a model without a vocabulary loads, and says so when text is wanted")
{
    const auto model = GENERATE(as<std::string> {}, "none", "no_vocab");
    Metadata metadata;
    metadata.add("general.architecture", { std::string("llama"), "str" });
    metadata.add("tokenizer.ggml.model", { model, "str" });
    CHECK(load(metadata)->vocabularySize() == 0);
    metadata.add("llama.vocab_size", { std::uint64_t(128), "u32" });
    const auto loaded = load(metadata);
    CHECK_FALSE(loaded->hasVocabulary());
    CHECK(loaded->vocabularySize() == 128);
    CHECK_FALSE(loaded->isEndOfGeneration(2));
    const auto required = loaded->requireVocabulary();
    REQUIRE_FALSE(required);
    CHECK(required.error().code == ErrorCode::unsupported);
    CHECK_THROWS_AS(loaded->encode("x"), base::ContractViolation);
    CHECK(load(kSpm)->requireVocabulary());
}

TEST_CASE("hostile tokenizer metadata gives one sentence")
{
    using test::with;
    using test::without;
    const std::vector<float> twoScores { 1, 2 };
    const std::vector<std::int64_t> twoTypes { 1, 1 };
    CHECK(failure({}, ErrorCode::notFound) == "Metadata key 'tokenizer.ggml.model' is missing.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.model", { std::string("abacus"), "str" }), ErrorCode::unsupported)
        == "The tokenizer 'abacus' (metadata key 'tokenizer.ggml.model') is none of those that this build knows: 'gpt2', 'gemma4', 'hybriddna', 'plamo2', 'rwkv', 'llama', "
           "'t5', 'whitespace', 'bert'.");
    CHECK(failure(with(kBpe, "tokenizer.ggml.pre", { std::string("abacus"), "str" }), ErrorCode::unsupported)
              .find("The pre-tokenizer 'abacus'")
        == 0);
    CHECK(failure(without(kSpm, "tokenizer.ggml.tokens"), ErrorCode::notFound) == "Metadata key 'tokenizer.ggml.tokens' is missing.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.tokens", { std::vector<std::string> {}, "arr[str]" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.tokens' has 0 elements, wanted are 1 to 2147483647.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.tokens", { std::uint64_t(1), "u32" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.tokens' has the type u32, wanted is an array of strings.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.scores", { twoScores, "arr[f32]" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.scores' has 2 elements, wanted is one for each of the 264 tokens.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.scores", { std::vector<std::uint64_t>(264, 1), "arr[u8]" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.scores' has the type arr[u8], wanted is an array of 32-bit floats.");
    std::vector<float> badScores(264, 0.0f);
    badScores[7] = std::numeric_limits<float>::quiet_NaN();
    CHECK(failure(with(kSpm, "tokenizer.ggml.scores", { badScores, "arr[f32]" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.scores'[7] is not a finite number.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.token_type", { twoTypes, "arr[i32]" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.token_type' has 2 elements, wanted is one for each of the 264 tokens.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.bos_token_id", { std::string("1"), "str" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.bos_token_id' has the type str, wanted is an integer.");
    CHECK(failure(with(kSpm, "tokenizer.ggml.add_bos_token", { std::uint64_t(1), "u8" }), ErrorCode::corruptFile)
        == "Metadata key 'tokenizer.ggml.add_bos_token' has the type u8, wanted is bool.");
    CHECK(failure(without(kBpe, "tokenizer.ggml.merges"), ErrorCode::notFound) == "Metadata key 'tokenizer.ggml.merges' is missing.");
    for (const char* entry : { "ab", "", " ", " a", "a " })
        CHECK(
            failure(with(kBpe, "tokenizer.ggml.merges", { std::vector<std::string> { "a b", entry }, "arr[str]" }), ErrorCode::corruptFile)
            == "Metadata key 'tokenizer.ggml.merges'[1] is '" + std::string(entry) + "', wanted are two texts with a space between them.");
}

TEST_CASE("ids outside the vocabulary, odd types and empty or equal texts do no harm")
{
    Metadata metadata = test::with(kSpm, "tokenizer.ggml.eos_token_id", { std::uint64_t(4'000'000'000), "u32" });
    metadata = test::with(metadata, "tokenizer.ggml.bos_token_id", { std::int64_t(-1), "i32" });
    CHECK(load(metadata)->vocabulary().special().eos == 2);
    CHECK(load(metadata)->vocabulary().special().bos == 1);

    metadata = test::with(kSpm, "tokenizer.ggml.tokens", { std::vector<std::string> { "", "x", "x", "<0xZZ>", "\xff\xfe" }, "arr[str]" });
    metadata = test::with(metadata, "tokenizer.ggml.scores", { std::vector<float>(5, 0.0f), "arr[f32]" });
    metadata = test::with(metadata, "tokenizer.ggml.token_type", { std::vector<std::int64_t> { 1, 99, 1, 6, -5 }, "arr[i32]" });
    const auto loaded = load(metadata);
    CHECK(loaded->vocabulary().text(0) == "[EMPTY_0]");
    CHECK(loaded->vocabulary().find("x") == 2);
    CHECK(loaded->tokenBytes(1).empty());
    CHECK(loaded->tokenBytes(3).empty());
    CHECK(loaded->tokenBytes(-1).empty());
    CHECK(loaded->tokenBytes(5).empty());
    CHECK(loaded->decode(std::vector<TokenId> { 2, -7, 1000 }) == "x");
    CHECK(loaded->encode("x\x80 \xff", { .addSpecial = false }).size() > 0);
}

TEST_CASE("SPM merges by score, falls back to bytes and puts a space in front")
{
    const auto spm = load(kSpm);
    CHECK(textsOf(*spm, spm->encode("ab ab")) == Texts { "<s>", "\u2581ab", "\u2581ab" });
    CHECK(textsOf(*spm, spm->encode("\u00E9", { .addSpecial = false })) == Texts { "\u2581", "<0xC3>", "<0xA9>" });
    CHECK(spm->decode(spm->encode("ab ab")) == "ab ab");
    CHECK(spm->decode(spm->encode("</s>ab", { .parseSpecial = true }), { .showSpecial = true }) == "<s></s>ab");
    CHECK(spm->encode("", { .addSpecial = false }).empty());
}

TEST_CASE("BPE joins by rank, the leftmost of equals first")
{
    const auto bpe = load(kBpe);
    CHECK(textsOf(*bpe, bpe->encode("abab abx")) == Texts { "abab", "Ġab", "x" });
    CHECK(textsOf(*load(test::bpeMetadata({ "a a" }, {})), bpe->encode("aaa")).size() == 3);
    const auto pairs = load(test::bpeMetadata({ "a a" }, {}));
    CHECK(textsOf(*pairs, pairs->encode("aaa")) == Texts { "aa", "a" });
}

TEST_CASE("merges may make texts that are no tokens on the way to one")
{
    Metadata metadata = test::bpeMetadata({ "a b", "ab c" }, {});
    auto tokens = **metadata.strings("tokenizer.ggml.tokens");
    tokens[256] = "unrelated"; // "ab" is a step, no token
    metadata = test::with(metadata, "tokenizer.ggml.tokens", { tokens, "arr[str]" });
    const auto bpe = load(metadata);
    CHECK(textsOf(*bpe, bpe->encode("abc")) == Texts { "abc" });
    CHECK(textsOf(*bpe, bpe->encode("abd")) == Texts { "a", "b", "d" });
}

TEST_CASE("special tokens are found only when asked for, the longest first")
{
    const auto bpe = load(test::bpeMetadata({}, { "<|a|>", "<|a|><|b|>", "<|b|>" }));
    const std::string text = "x<|a|><|b|><|b|>";
    CHECK(textsOf(*bpe, bpe->encode(text, { .parseSpecial = true })) == Texts { "x", "<|a|><|b|>", "<|b|>" });
    CHECK(bpe->encode(text, { .parseSpecial = false }).size() == text.size());
    CHECK(bpe->decode(bpe->encode(text, { .parseSpecial = true })) == "x");
    CHECK(bpe->decode(bpe->encode(text, { .parseSpecial = true }), { .showSpecial = true }) == text);
}

TEST_CASE("roles follow from keys, or else from the texts of tokens")
{
    const auto bpe = load(kBpe);
    const TokenId end = bpe->vocabulary().find("<|im_end|>");
    CHECK(bpe->vocabulary().special().eot == end);
    CHECK(bpe->isEndOfGeneration(end));
    CHECK_FALSE(bpe->isEndOfGeneration(bpe->vocabulary().find("<|im_start|>")));
    CHECK_FALSE(bpe->isEndOfGeneration(tokenizer::kNoToken));
    const auto keyed = load(test::with(kBpe, "tokenizer.ggml.eot_token_id", { std::uint64_t(5), "u32" }));
    CHECK(keyed->vocabulary().special().eot == 5);
    CHECK(keyed->isEndOfGeneration(5));
}

TEST_CASE("the text </s> ends a generation only as a control token or as EOS")
{
    Metadata metadata = test::bpeMetadata({}, { "</s>" });
    const TokenId id = 256;
    CHECK(load(metadata)->isEndOfGeneration(id));
    metadata = test::with(metadata, "tokenizer.ggml.token_type", { std::vector<std::int64_t>(257, 1), "arr[i32]" });
    CHECK_FALSE(load(metadata)->isEndOfGeneration(id));
    metadata = test::with(metadata, "tokenizer.ggml.eos_token_id", { std::uint64_t(id), "u32" });
    CHECK(load(metadata)->isEndOfGeneration(id));
    CHECK(load(metadata)->vocabulary().attributes(id).has(tokenizer::TokenAttribute::control));

    // The default EOS of SPM counts too, also where the file names another one.
    std::vector<std::int64_t> types = *kSpm.integers("tokenizer.ggml.token_type");
    types[2] = 4;
    metadata = test::with(kSpm, "tokenizer.ggml.token_type", { types, "arr[i32]" });
    metadata = test::with(metadata, "tokenizer.ggml.eos_token_id", { std::uint64_t(9), "u32" });
    CHECK(load(metadata)->isEndOfGeneration(2));
    CHECK(load(metadata)->encode("</s>", { .addSpecial = false }) != std::vector<TokenId> { 2 });
}

TEST_CASE("tokens that take white space along do so")
{
    const auto phi = load(test::with(test::bpeMetadata({}, { "<|user|>", "<s>" }), "general.name", { std::string("Phi-3 mini"), "str" }));
    CHECK(textsOf(*phi, phi->encode("a <|user|> \n b<s> c", { .parseSpecial = true }))
        == Texts { "a", "Ġ", "<|user|>", "b", "<s>", "Ġ", "c" });
    const auto jina =
        load(test::with(test::bpeMetadata({}, { "<mask>" }, "jina-v2-de"), "tokenizer.ggml.add_bos_token", { false, "bool" }));
    CHECK(textsOf(*jina, jina->encode("a  <mask> b", { .parseSpecial = true })) == Texts { "a", "<mask>", "Ġ", "b" });
}

TEST_CASE("BOS and EOS are added as the file says, and removed again")
{
    Metadata metadata = test::with(kSpm, "tokenizer.ggml.add_eos_token", { true, "bool" });
    const auto spm = load(metadata);
    const auto ids = spm->encode("ab");
    CHECK(textsOf(*spm, ids) == Texts { "<s>", "\u2581ab", "</s>" });
    CHECK(spm->decode(ids, { .showSpecial = true }) == "<s>ab</s>");
    CHECK(spm->decode(ids, { .showSpecial = true, .removeSpecial = true }) == "ab");
    const auto bare = load(test::with(kSpm, "tokenizer.ggml.add_bos_token", { false, "bool" }));
    CHECK(textsOf(*bare, bare->encode("ab")) == Texts { "\u2581ab" });
}

TEST_CASE("spaces before punctuation are cleaned up only where vocabulary and caller want it")
{
    const auto bpe = load(kBpe); // gpt-2 cleans
    const std::string text = "I 'm here , you 've gone . Why ? a ' b !";
    CHECK(bpe->decode(bpe->encode(text)) == text);
    CHECK(bpe->decode(bpe->encode(text), { .cleanSpaces = true }) == "I'm here, you've gone. Why? a'b!");
    const auto smollm = load(test::bpeMetadata({}, {}, "smollm"));
    CHECK(smollm->decode(smollm->encode(text), { .cleanSpaces = true }) == text);
}

TEST_CASE("WPM cleans, lowers and strips, and divides words by the longest piece")
{
    const auto wpm = load(test::wpmMetadata({ "\u2581a", "\u2581ab", "b", "c", "\u2581,", "\u2581\u4E2D", "\u2581\u1112", "\u1161" }));
    const auto plain = [&](std::string_view text) { return textsOf(*wpm, wpm->encode(text, { .addSpecial = false })); };
    CHECK(textsOf(*wpm, wpm->encode("ABC, \u00E1")) == Texts { "[CLS]", "\u2581ab", "c", "\u2581,", "\u2581a", "[SEP]" });
    CHECK(plain("a\u4E2Da\x01" "b") == Texts { "\u2581a", "\u2581\u4E2D", "\u2581ab" });
    CHECK(plain("\uD558") == Texts { "\u2581\u1112", "\u1161" }); // Hangul comes apart
    CHECK(plain("abx ab") == Texts { "[UNK]", "\u2581ab" });
    CHECK(plain("a" + std::string(99, 'b')).size() == 99);
    CHECK(plain("a" + std::string(100, 'b')) == Texts { "[UNK]" });
    CHECK(wpm->decode(wpm->encode("ab c"), { .removeSpecial = true }) == " ab");
    const auto cased = load(test::with(
        test::wpmMetadata({ "\u2581A", "\u00C1" }), "tokenizer.ggml.normalizer.lowercase", { false, "bool" }));
    CHECK(textsOf(*cased, cased->encode("A\u00C1", { .addSpecial = false })) == Texts { "\u2581A", "\u00C1" });
}
