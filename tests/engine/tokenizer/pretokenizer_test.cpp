#include "engine/tokenizer/pretokenizer.h"
#include "tests/support/catch.h"

#include <random>
#include <set>

using namespace cutaway::tokenizer;

namespace {

using Words = std::vector<std::string>;

Words wordsOf(const std::string& text, const PreTokenizer& pre)
{
    const auto characters = charactersOf(text);
    Words words;
    std::size_t first = 0;
    for (const std::size_t end : splitWords(characters, pre)) {
        const std::size_t to = end < characters.size() ? characters[end].offset : text.size();
        words.push_back(text.substr(characters[first].offset, to - characters[first].offset));
        first = end;
    }
    return words;
}

Words wordsOf(const std::string& text, const char* name)
{
    const PreTokenizer* pre = findPreTokenizer(name);
    REQUIRE(pre);
    return wordsOf(text, *pre);
}

} // namespace

TEST_CASE("GPT-2: a space leads a word, the last of several spaces too")
{
    CHECK(wordsOf("It's 12 o'clock  now!\n\n x  ", "gpt-2")
        == Words { "It", "'s", " 12", " o", "'", "clock", " ", " now", "!", "\n\n", " x", "  " });
    CHECK(wordsOf("IT'S", "gpt-2") == Words { "IT", "'", "S" });
}

TEST_CASE("Llama 3: any character leads a word, numbers have three digits, newlines end a piece")
{
    CHECK(wordsOf("(abc 1234567 IT'S ok!!\n\n \n  x", "llama-bpe")
        == Words { "(abc", " ", "123", "456", "7", " IT", "'S", " ok", "!!\n\n", " \n", " ", " x" });
    CHECK(wordsOf("12\t3", "qwen2") == Words { "1", "2", "\t", "3" });
}

TEST_CASE("o200k: words end where the case changes, contractions stay with them, signs take slashes")
{
    CHECK(wordsOf("camelCase HTTPServer can't a/b //\n/x", "gpt-4o")
        == Words { "camel", "Case", " HTTPServer", " can't", " a", "/b", " //\n/", "x" });
    CHECK(wordsOf("\u0416\u0438\u0416", "gpt-4o") == Words { "\u0416\u0438", "\u0416" });
    CHECK(wordsOf("\u00AAAB", "gpt-4o") == Words { "\u00AA", "AB" });
    CHECK(wordsOf("\u0301AB", "gpt-4o") == Words { "\u0301", "AB" });
    CHECK(wordsOf("can't", "tekken") == Words { "can", "'t" });
}

TEST_CASE("DeepSeek: rules work on the pieces of the rule before")
{
    CHECK(wordsOf("a1234 \u4E2D\u6587~x+~y \u00E9!", "deepseek-v3")
        == Words { "a", "123", "4", " ", "\u4E2D\u6587", "~x", "+~", "y", " \u00E9", "!" });
    CHECK(wordsOf("ab 12\n\ncd  ", "deepseek-llm") == Words { "ab", " ", "12", "\n", "\n", "cd", "  " });
    CHECK(wordsOf("x 12", "deepseek-coder") == Words { "x", " ", "1", "2" });
}

TEST_CASE("other patterns")
{
    CHECK(wordsOf("a, b|c", "bloom") == Words { "a", ",", " b", "|", "c" });
    CHECK(wordsOf("a\n\nb c", "gemma4") == Words { "a", "\n\n", "b c" });
    CHECK(wordsOf("a 1234567!", "superbpe") == Words { "a ", "1", "234", "567", "!" });
    CHECK(wordsOf("1234567", "afmoe") == Words { "1", "234", "567" });
    CHECK(wordsOf("       x", "jais-2") == Words { "    ", "  ", " x" });
    CHECK(wordsOf("a b.\n\nc", "exaone-moe") == Words { "a b", ".\n", "\n", "c" });
    CHECK(wordsOf("\u4E2Dabc", "kimi-k2") == Words { "\u4E2D", "abc" });
    CHECK(wordsOf("<sentinel:12><sentinel:x>IMGIMGABZIMGIMGABCDEZ", "chameleon")
        == Words { "<", "sentinel", ":", "1", "2", ">", "<", "sentinel", ":", "x", ">", "IMGIMGABZ", "IMGIMGABCDEZ" });
    CHECK(wordsOf("a       b\t12", "chameleon") == Words { "a", "    ", "  ", " b", "\t", "1", "2" });
    CHECK(wordsOf(" a\u00A0b", "whitespace") == Words { " ", "a", "\u00A0", "b" });
    CHECK(wordsOf("ab12345", "falcon") == Words { "ab", "123", "45" });
}

TEST_CASE("every pre-tokenizer has its own name and loses nothing of any text")
{
    std::mt19937 random(5);
    const std::vector<std::string> parts { "a", "Z", "'s", "'LL", " ", "  ", "\n", "\r\n", "\t", "1", "23", "!", "/", "~", "\u00E9",
        "\u0301", "\u4E2D", "\u3000", "\u00AA", "\uAC00", "\u0416", "\U0001F600", "\u2028", "\x01", "." };
    std::set<std::string_view> names;
    for (const PreTokenizer& pre : preTokenizers()) {
        INFO(pre.name);
        CHECK(names.insert(pre.name).second);
        CHECK_FALSE(pre.rules.empty());
        CHECK(wordsOf("", pre).empty());
        for (int round = 0; round < 200; ++round) {
            std::string text;
            for (unsigned i = 1 + random() % 12; i > 0; --i)
                text += parts[random() % parts.size()];
            std::string joined;
            for (const std::string& word : wordsOf(text, pre)) {
                REQUIRE_FALSE(word.empty());
                joined += word;
            }
            REQUIRE(joined == text);
        }
    }
}
