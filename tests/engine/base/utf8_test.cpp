#include "engine/base/utf8.h"
#include "tests/support/catch.h"

using namespace cutaway::base;

TEST_CASE("every code point survives writing and reading; surrogates do not")
{
    for (char32_t codePoint = 0; codePoint <= 0x10FFFF; ++codePoint) {
        std::string bytes;
        appendUtf8(bytes, codePoint);
        const Utf8Char c = decodeUtf8(bytes, 0);
        const bool surrogate = codePoint >= 0xD800 && codePoint < 0xE000;
        if (c.valid == surrogate || (c.valid && (c.codePoint != codePoint || c.length != bytes.size())))
            FAIL("U+" << std::hex << unsigned(codePoint));
        if (utf8Length(static_cast<unsigned char>(bytes[0])) != bytes.size())
            FAIL("length of U+" << std::hex << unsigned(codePoint));
    }
}

TEST_CASE("bytes that are no character read as one U+FFFD each")
{
    const auto bad = GENERATE(as<std::string> {}, "\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xc3(");
    const Utf8Char c = decodeUtf8(bad, 0);
    CHECK_FALSE(c.valid);
    CHECK(c.length == 1);
    CHECK(c.codePoint == 0xFFFD);
    CHECK_FALSE(isUtf8("a" + bad));
    CHECK(isUtf8("na\xc3\xafve \xf0\x9f\x98\x80"));
}
