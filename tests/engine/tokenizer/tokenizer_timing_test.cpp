#include "engine/base/clock.h"
#include "engine/base/utf8.h"
#include "engine/formats/model_file.h"
#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/tokenizer/golden_vocabulary.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <algorithm>

using namespace cutaway;

namespace {

std::string repeated(std::string_view part, std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes)
        text += part;
    return text;
}

} // namespace

TEST_CASE("a megabyte of hostile text is tokenised in seconds")
{
    constexpr std::size_t kBytes = 1 << 20;
    const std::vector<std::pair<const char*, std::string>> texts { { "one letter", repeated("a", kBytes) },
        { "spaces", repeated(" ", kBytes) }, { "newlines", repeated("\n", kBytes) },
        { "spaces, newline, spaces", repeated(" ", kBytes / 2) + "\n" + repeated(" ", kBytes / 2) }, { "digits", repeated("7", kBytes) },
        { "apostrophes", repeated("'", kBytes) }, { "angle brackets", repeated("<|", kBytes) },
        { "marks of falling class", repeated("\u0301\u0323", kBytes) }, { "upper case", repeated("\u00AAA", kBytes) },
        { "emoji", repeated("\U0001F600", kBytes) }, { "bad bytes", repeated("\xFF\xC3", kBytes) },
        { "words", repeated("The quick brown fox jumps. ", kBytes) } };
    for (const char* name : { "smollm2", "gemma3", "qwen2", "llama-bpe", "gpt-4o", "deepseek-llm", "deepseek-v3", "llama-spm" }) {
        const auto path = test::golden(std::string("golden/vocab/ggml-vocab-") + name + ".gguf");
        if (!path)
            CUTAWAY_SKIP("the golden vocabularies are not here");
        const auto file = formats::openModelFile(*path);
        REQUIRE(file);
        const std::int64_t begin = base::nowNs();
        const auto loaded = tokenizer::loadTokenizer((*file)->metadata);
        REQUIRE(loaded);
        std::cout << name << ": loaded in " << double(base::nowNs() - begin) / 1e6 << " ms;";
        for (const auto& [what, text] : texts) {
            const std::int64_t start = base::nowNs();
            const auto ids = (*loaded)->encode(text, { .parseSpecial = true });
            const double seconds = double(base::nowNs() - start) / 1e9;
            std::cout << " " << what << " " << seconds << " s;";
            INFO(name << ", " << what);
            CHECK_FALSE(ids.empty());
            CHECK(seconds < 5.0);
        }
        std::cout << "\n";
    }
}

TEST_CASE("ten times as much hostile text takes about ten times as long")
{
    const auto loaded = test::goldenTokenizer("llama-bpe");
    if (!loaded)
        CUTAWAY_SKIP("the golden vocabularies are not here");
    const auto seconds = [&](const std::string& text) {
        const std::int64_t start = base::nowNs();
        CHECK_FALSE(loaded->encode(text).empty());
        return double(base::nowNs() - start) / 1e9;
    };
    constexpr std::size_t kBytes = 1'000'000;
    for (const char* part : { "a", " ", "\u0301" }) {
        const double once = std::min(seconds(repeated(part, kBytes)), seconds(repeated(part, kBytes)));
        const double tenTimes = seconds(repeated(part, 10 * kBytes));
        INFO(part << ": " << once << " s, then " << tenTimes << " s");
        CHECK(tenTimes < 40 * once); // a quadratic step would take a hundred times as long
    }
}
