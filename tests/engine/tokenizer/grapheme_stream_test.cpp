#include "engine/base/utf8.h"
#include "engine/tokenizer/grapheme_stream.h"
#include "engine/tokenizer/utf8_stream.h"
#include "tests/support/catch.h"

#include <vector>

using namespace cutaway;
using tokenizer::GraphemeStream;

namespace {

/// What a reader takes for one character each.
const std::vector<std::string> kClusters { "\U0001F469\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466", // a family: four people, three joiners
    "\U0001F44D\U0001F3FD",                                                                              // a thumb with a skin tone
    "\U0001F1E7\U0001F1EC",                                                                              // a flag
    "\u2764\uFE0F\u200D\U0001F525",                                                                      // a heart on fire
    "\u1112\u1161\u11AB" };                                                                              // Hangul in single letters

} // namespace

TEST_CASE("a character of several code points is never shown in parts, however its bytes are cut")
{
    for (const std::string& cluster : kClusters) {
        const std::string text = "x" + cluster + "y";
        for (std::size_t first = 0; first <= text.size(); ++first) {
            for (std::size_t second = first; second <= text.size(); ++second) {
                tokenizer::Utf8Stream bytes;
                GraphemeStream clusters;
                std::string shown;
                for (const std::string& part : { text.substr(0, first), text.substr(first, second - first), text.substr(second) }) {
                    shown += clusters.push(bytes.push(part));
                    INFO(text << ", shown so far: " << shown);
                    REQUIRE((shown.empty() || shown == "x" || shown == "x" + cluster || shown == text));
                }
                REQUIRE(shown + clusters.flush() == text);
            }
        }
    }
}

TEST_CASE("text that is part of no sequence passes at once")
{
    GraphemeStream stream;
    for (const char* text : { "a", " ", "\u00E9", "\u0416", "\u4E2D", "e", "\u0301", "\r\n", "\u3042" })
        CHECK(stream.push(text) == text);
    CHECK(stream.push("\U0001F600") == "");
    CHECK(stream.push(" ") == "\U0001F600 ");
    CHECK(stream.push("\U0001F600\U0001F601") == "\U0001F600");
    CHECK(stream.flush() == "\U0001F601");
    CHECK(stream.flush() == "");
}

TEST_CASE("an endless sequence is not held for ever")
{
    GraphemeStream stream;
    std::string shown = stream.push("\U0001F600");
    for (int i = 0; i < 1000; ++i)
        shown += stream.push("\u200D\U0001F600");
    CHECK(shown.size() > 6000);
}
