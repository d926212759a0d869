#include "engine/tokenizer/stop_matcher.h"
#include "tests/support/catch.h"

#include <random>

using cutaway::tokenizer::StopMatcher;

namespace {

struct Streamed {
    std::string text;
    std::string stop;
};

/// Pushes a text in the given pieces.
Streamed stream(const std::vector<std::string>& stops, const std::vector<std::string>& pieces)
{
    StopMatcher matcher(stops);
    Streamed result;
    for (const std::string& piece : pieces) {
        const auto output = matcher.push(piece);
        result.text += output.text;
        if (output.stopped && result.stop.empty())
            result.stop = output.stop;
    }
    result.text += matcher.flush();
    return result;
}

} // namespace

TEST_CASE("a stop string is found across pieces and nothing of it is shown")
{
    const auto result = stream({ "\nUser:", "###" }, { "Hello", " there\nUs", "er", ": more", " text" });
    CHECK(result.text == "Hello there");
    CHECK(result.stop == "\nUser:");
}

TEST_CASE("the stop string that begins first wins")
{
    const auto result = stream({ "cd", "bcd" }, { "abcd" });
    CHECK(result.text == "a");
    CHECK(result.stop == "bcd");
}

TEST_CASE("only what may begin a stop string is held back")
{
    StopMatcher matcher({ "aab", "xyz" });
    CHECK(matcher.push("..aaa").text == "..a");
    CHECK(matcher.push("c").text == "aac");
    CHECK(matcher.push("xy").text.empty());
    CHECK(matcher.flush() == "xy");
    CHECK(matcher.flush().empty());
}

TEST_CASE("without stop strings everything passes at once")
{
    StopMatcher matcher({ "" });
    const auto output = matcher.push("text");
    CHECK(output.text == "text");
    CHECK_FALSE(output.stopped);
}

TEST_CASE("however a text is cut, the result is the same")
{
    std::mt19937 random(3);
    const std::vector<std::string> stops { "abab", "bb", "ca" };
    for (int round = 0; round < 3000; ++round) {
        std::string text(random() % 14, 'a');
        for (char& c : text)
            c = char('a' + random() % 3);
        std::vector<std::string> letters;
        for (const char c : text)
            letters.emplace_back(1, c);
        std::size_t first = std::string::npos;
        for (const std::string& stop : stops)
            first = std::min(first, text.find(stop));
        INFO(text);
        CHECK(stream(stops, { text }).text == text.substr(0, first));
        // A stop string that ends earlier may end the stream before one that begins earlier is complete.
        const std::string shown = stream(stops, letters).text;
        CHECK(text.starts_with(shown));
        CHECK((first == std::string::npos ? shown == text : shown.size() >= first));
        for (const std::string& stop : stops)
            CHECK(shown.find(stop) == std::string::npos);
    }
}
