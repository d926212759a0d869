#include "engine/tokenizer/unicode.h"
#include "tests/support/catch.h"

using namespace cutaway::tokenizer;

TEST_CASE("characters have the bits of their category")
{
    CHECK(bitsOf('A') == (charbit::upper | charbit::asciiLetter));
    CHECK(bitsOf('7') == (charbit::number | charbit::asciiDigit));
    CHECK(bitsOf('~') == (charbit::symbol | charbit::asciiSign));
    CHECK(bitsOf('_') == (charbit::punctuation | charbit::asciiSign));
    CHECK(bitsOf('\n') == (charbit::space | charbit::newline | charbit::other));
    CHECK(bitsOf(0x416) == charbit::upper);
    CHECK(bitsOf(0x1C5) == charbit::upper); // title case
    CHECK(bitsOf(0x4E2D) == charbit::caseless);
    CHECK(bitsOf(0x301) == (charbit::mark | charbit::nonspacing));
    CHECK(bitsOf(0xB2) == charbit::number);
    CHECK(bitsOf(0x3000) == charbit::space);
    CHECK(bitsOf(0x85) == (charbit::space | charbit::other));
    CHECK(bitsOf(0x200B) == charbit::other);
    CHECK(bitsOf(0x10FFFF) == 0);
}

TEST_CASE("characters keep their places")
{
    const auto characters = charactersOf("a\u00E9\U0001F600b");
    REQUIRE(characters.size() == 4);
    CHECK(characters[2].offset == 3);
    CHECK(characters[3].offset == 7);
    CHECK(characters[2].codePoint == 0x1F600);
}

TEST_CASE("bad bytes become U+FFFD, one each")
{
    CHECK(repairUtf8("a\xFF\xC3z\xE2\x82") == "a\uFFFD\uFFFDz\uFFFD\uFFFD");
    CHECK(repairUtf8("na\u00EFve") == "na\u00EFve");
}

TEST_CASE("NFC composes, orders marks and keeps what may not be composed")
{
    CHECK(normalizeNfc("plain \u00E9") == "plain \u00E9");
    CHECK(normalizeNfc("a\u0301") == "\u00E1");
    CHECK(normalizeNfc("q\u0307\u0323") == "q\u0323\u0307"); // marks in the order of their classes
    CHECK(normalizeNfc("e\u0323\u0302") == "\u1EC7");        // both marks compose
    CHECK(normalizeNfc("\u1112\u1161\u11AB") == "\uD55C");   // Hangul
    CHECK(normalizeNfc("\u212B") == "\u00C5");               // a singleton
    CHECK(normalizeNfc("\u0958") == "\u0915\u093C");         // excluded from composition
    CHECK(normalizeNfc(std::string("a\0\u0301", 4)) == std::string("a\0\u0301", 4));
}
