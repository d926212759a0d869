#include "engine/base/utf8.h"
#include "engine/tokenizer/utf8_stream.h"
#include "tests/support/catch.h"

#include <random>

using namespace cutaway;
using tokenizer::Utf8Stream;

TEST_CASE("text cut anywhere comes out whole, and never in halves")
{
    const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z\xF4\x8F\xBF\xBF";
    for (std::size_t first = 0; first <= text.size(); ++first) {
        for (std::size_t second = first; second <= text.size(); ++second) {
            Utf8Stream stream;
            std::string out;
            for (const std::string& part : { text.substr(0, first), text.substr(first, second - first), text.substr(second) }) {
                const std::string shown = stream.push(part);
                REQUIRE(base::isUtf8(shown));
                out += shown;
            }
            REQUIRE(out == text);
            REQUIRE_FALSE(stream.pending());
        }
    }
}

TEST_CASE("a character is held until its last byte")
{
    Utf8Stream stream;
    CHECK(stream.push("x\xF0\x9F") == "x");
    CHECK(stream.pending());
    CHECK(stream.push("\x98") == "");
    CHECK(stream.push("\x80y") == "\xF0\x9F\x98\x80y");
    CHECK_FALSE(stream.pending());
}

TEST_CASE("bytes that can become no character come out at once as U+FFFD")
{
    Utf8Stream stream;
    CHECK(stream.push("a\xFF") == "a\xEF\xBF\xBD");
    CHECK(stream.push("\x80") == "\xEF\xBF\xBD");
    CHECK(stream.push("\xE0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD"); // overlong: no third byte can save it
    CHECK(stream.push("\xC3(") == "\xEF\xBF\xBD(");
    CHECK(stream.push("\xE2\x82") == "");
    CHECK(stream.flush() == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(stream.flush() == "");
}

TEST_CASE("any bytes give valid text, the same however they are cut")
{
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 12, '\0');
        for (char& byte : bytes)
            byte = char(random() % 2 ? 0x80 + random() % 0x80 : random() % 0x100);
        Utf8Stream whole;
        std::string expected = whole.push(bytes);
        expected += whole.flush();
        REQUIRE(base::isUtf8(expected));
        Utf8Stream single;
        std::string out;
        for (const char byte : bytes)
            out += single.push({ &byte, 1 });
        out += single.flush();
        REQUIRE(out == expected);
    }
}
