#include "engine/grammar/json_schema.h"

#include "engine/grammar/grammar_matcher.h"
#include "engine/grammar/integer_range.h"
#include "tests/support/catch.h"

#include <random>

using namespace cutaway;
using namespace cutaway::grammar;

namespace {

GrammarMatcher matcherOf(const std::string& gbnf)
{
    std::vector<std::string> texts;
    for (int byte = 0; byte < 256; ++byte)
        texts.emplace_back(1, char(byte));
    auto matcher = GrammarMatcher::create(gbnf, std::make_shared<VocabularyTrie>(std::move(texts)));
    INFO(gbnf);
    INFO((matcher ? std::string() : matcher.error().message));
    REQUIRE(matcher);
    return std::move(*matcher);
}

GrammarMatcher schemaMatcher(std::string_view schema)
{
    const auto gbnf = gbnfFromJsonSchema(schema);
    INFO(schema);
    INFO((gbnf ? std::string() : gbnf.error().message));
    REQUIRE(gbnf);
    return matcherOf(*gbnf);
}

bool matches(GrammarMatcher& matcher, std::string_view text)
{
    matcher.reset();
    return matcher.acceptText(text) && matcher.mayEnd();
}

std::string problem(std::string_view schema)
{
    const auto gbnf = gbnfFromJsonSchema(schema);
    return gbnf ? std::string() : gbnf.error().message;
}

struct Case {
    std::string_view schema;
    std::vector<std::string> valid, invalid;
};

void checkAll(const std::vector<Case>& cases)
{
    for (const Case& one : cases) {
        GrammarMatcher matcher = schemaMatcher(one.schema);
        for (const std::string& text : one.valid) {
            INFO(one.schema << " takes " << text);
            CHECK(matches(matcher, text));
        }
        for (const std::string& text : one.invalid) {
            INFO(one.schema << " refuses " << text);
            CHECK_FALSE(matches(matcher, text));
        }
    }
}

} // namespace

TEST_CASE("types of a JSON Schema take their values and no others")
{
    checkAll({
        { R"({"type":"null"})", { "null" }, { "0", "" } },
        { R"({"type":"boolean"})", { "true", "false" }, { "null", "True" } },
        { R"({"type":"integer"})", { "0", "-12", "1234567890123456" }, { "01", "1.5", "\"1\"", "12345678901234567" } },
        { R"({"type":"number"})", { "0", "-1.25", "3e10", "2E-5" }, { ".5", "1.", "+1" } },
        { R"({"type":"string"})", { R"("")", R"("a\n\"é")", R"("é\u00e9")" }, { "a", "\"a\nb\"", R"("\x")", R"("\ud83d")", "\"\\\"" } },
        { R"({"type":"array"})", { "[]", "[1, [true], {}]" }, { "[1,]", "{}", "[1" } },
        { R"({"type":"object"})", { "{}", R"({"a": {"b":[]}})" }, { "[]", R"({"a"})", R"({a:1})" } },
        { R"({"type":["string","null"]})", { R"("x")", "null" }, { "1" } },
        { R"({"type":["integer","array"],"maxItems":1})", { "1", "[2]" }, { "[1,2]" } },
        { "{}", { "1", "{}", "\"a\"", "null" }, { "", "a" } },
        { "true", { "[1]" }, { "]" } },
    });
}

TEST_CASE("enum, const, anyOf, oneOf, allOf and references")
{
    checkAll({
        { R"({"enum":["a b","\"",3,null,[1,{"x":2}]]})", { R"("a b")", R"("\"")", "3", "null", R"([1,{"x":2}])" }, { "\"a\"", "4" } },
        { R"({"type":"string","enum":["a",1]})", { R"("a")" }, { "1" } },
        { R"({"const":{"k":"é"}})", { R"({"k":"é"})" }, { R"({"k": "é"})", "{}" } },
        { R"({"anyOf":[{"type":"integer"},{"type":"null"}]})", { "1", "null" }, { "true" } },
        { R"({"oneOf":[{"const":"a"},{"type":"boolean"}]})", { "\"a\"", "true" }, { "\"b\"" } },
        { R"({"type":"integer","anyOf":[{"maximum":3},{"minimum":10}]})", { "3", "10", "-5" }, { "4", "9" } },
        { R"({"allOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{"type":"null"}},"required":["b"]}]})",
            { R"({"a":1,"b":null})" }, { R"({"a":1})", "{}", R"({"a":null,"b":null})" } },
        { R"({"allOf":[{"type":"integer","minimum":2},{"minimum":5,"maximum":9}]})", { "5", "9" }, { "4", "10" } },
        { R"({"allOf":[{"enum":[1,2]},{"enum":[2,3]}]})", { "2" }, { "1", "3" } },
        { R"({"$ref":"#/$defs/x","$defs":{"x":{"type":"integer"}}})", { "1" }, { "\"1\"" } },
        { R"({"type":"object","properties":{"next":{"$ref":"#"},"v":{"const":1}},"required":["v"]})",
            { R"({"v":1})", R"({"v":1,"next":{"v":1,"next":{"v":1}}})" }, { R"({"v":1,"next":{}})", R"({"next":{"v":1}})" } },
        { R"({"$ref":"#/definitions/a~1b~0c","definitions":{"a/b~c":{"const":7}}})", { "7" }, { "8" } },
    });
}

TEST_CASE("properties, required and additionalProperties")
{
    checkAll({
        { R"({"properties":{"a":{"type":"integer"},"b":{"type":"null"}},"required":["b"]})", { R"({"b":null})", R"({"b": null, "a":1})" },
            { "{}", R"({"a":1})", R"({"b":null,"c":1})", R"({"b":null,})" } },
        { R"({"properties":{"a":{"const":1},"b":{"const":2},"c":{"const":3}}})",
            { "{}", R"({"a":1})", R"({"b":2})", R"({"a":1,"c":3})", R"({"a":1,"b":2,"c":3})" }, { R"({,"b":2})", R"({"a":1"b":2})", R"({"a":2})" } },
        { R"({"properties":{"a":{"const":1}},"additionalProperties":{"type":"integer"}})",
            { "{}", R"({"a":1})", R"({"x":5})", R"({"a":1,"ab":2,"b":3})", R"({"":4})" },
            { R"({"a":2})", R"({"x":null})", R"({"a":1,"a":2})", R"({"\u0061":2})" } },
        { R"({"properties":{"ab":{"const":1},"abc":{"const":1},"é":{"const":1}},"required":["ab"],"additionalProperties":true})",
            { R"({"ab":1,"a":null})", R"({"ab":1,"abc":1,"é":1,"abcd":[],"ê":0})" }, { R"({"ab":1,"abc":2})", R"({"ab":1,"é":2})", R"({"x":1})" } },
        { R"({"type":"object","additionalProperties":{"type":"boolean"}})", { "{}", R"({"x":true,"y":false})" }, { R"({"x":1})" } },
        { R"({"type":"object","required":["k"]})", { R"({"k":[1]})" }, { "{}" } },
        { R"({"type":"object","properties":{}})", { "{}" }, { R"({"x":1})" } },
        { R"({"properties":{"q\"\\":{"const":1}}})", { R"({"q\"\\":1})" }, { R"({"q":1})" } },
    });
}

TEST_CASE("items, prefixItems, minItems and maxItems")
{
    checkAll({
        { R"({"items":{"type":"integer"}})", { "[]", "[1]", "[1, 2,3]" }, { "[null]" } },
        { R"({"items":{"const":1},"minItems":2})", { "[1,1]", "[1,1,1]" }, { "[]", "[1]" } },
        { R"({"items":{"const":1},"minItems":1,"maxItems":2})", { "[1]", "[1,1]" }, { "[]", "[1,1,1]" } },
        { R"({"type":"array","maxItems":0})", { "[]" }, { "[1]" } },
        { R"({"prefixItems":[{"const":1},{"const":2}]})", { "[1,2]" }, { "[1]", "[1,2,3]", "[2,1]" } },
        { R"({"prefixItems":[{"const":1}],"items":{"const":2},"maxItems":3})", { "[1]", "[1,2,2]" }, { "[]", "[1,2,2,2]", "[1,1]" } },
        { R"({"items":[{"const":1},{"const":2}]})", { "[1,2]" }, { "[1]" } },
        { R"({"type":"array","uniqueItems":false,"maxItems":1})", { "[1]" }, { "[1,1]" } },
    });
}

TEST_CASE("lengths, patterns and formats of strings")
{
    checkAll({
        { R"({"minLength":2,"maxLength":3})", { R"("ab")", R"("é€😀")", R"("\n\u0041")" }, { R"("a")", R"("abcd")" } },
        { R"({"type":"string","pattern":"^[a-c]+\\d{2,}$"})", { R"("abc12")", R"("a999")" }, { R"("12")", R"("a1")", R"("xa12")" } },
        { R"({"pattern":"b"})", { R"("abc")", R"("b")", R"("\nb")" }, { R"("a")", R"("")" } },
        { R"({"pattern":"^(ab|c)*$|^x"})", { R"("")", R"("abc")", R"("xyz")" }, { R"("b")" } },
        { R"({"pattern":"^a.\"\\\\[^x\\]]?$"})", { R"("ab\"\\")", R"("a\\\"\\y")" }, { R"("ab\"\\x")", R"("a\n\"\\")", R"("ab\"\\]")" } },
        { R"({"pattern":"^\\w(?:\\s\\S)?\\.[.-]\\u0041$"})", { R"("_.-A")", R"("a \"..A")" }, { R"("a..B")" } },
        { R"({"format":"uuid"})", { R"("123e4567-e89b-12d3-a456-426614174000")" }, { R"("123e4567e89b12d3a456426614174000")" } },
        { R"({"format":"date"})", { R"("2020-01-31")", R"("1999-11-30")" }, { R"("2020-02-30")", R"("2020-13-01")", R"("2020-1-1")" } },
        { R"({"format":"time"})", { R"("23:59:59Z")", R"("00:00:00.123+02:00")" }, { R"("24:00:00Z")", R"("12:00:00")" } },
        { R"({"format":"date-time"})", { R"("2020-01-31T23:59:59Z")" }, { R"("2020-01-31 23:59:59Z")" } },
    });
}

TEST_CASE("bounds of integers, on random ranges and at their ends")
{
    checkAll({
        { R"({"type":"integer","minimum":-5,"maximum":12})", { "-5", "-1", "0", "7", "12" }, { "-6", "13", "-0", "00" } },
        { R"({"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":3})", { "1", "2" }, { "0", "3" } },
        { R"({"type":"integer","minimum":0.5,"exclusiveMaximum":2.5})", { "1", "2" }, { "0", "3" } },
        { R"({"type":"integer","minimum":100})", { "100", "999999" }, { "99", "-100" } },
    });
    std::mt19937 engine(3);
    for (int round = 0; round < 60; ++round) {
        const auto span = round % 2 == 0 ? 50 : 20'000;
        const std::int64_t first = std::int64_t(engine() % (2U * unsigned(span))) - span, last = first + std::int64_t(engine() % unsigned(span));
        GrammarMatcher matcher = matcherOf("root ::= " + integerRange(first, last));
        for (std::int64_t n = first - 30; n <= last + 30; n += n > first + 300 && n < last - 300 ? 97 : 1) {
            INFO(first << " to " << last << ": " << n);
            REQUIRE(matches(matcher, std::to_string(n)) == (first <= n && n <= last));
        }
    }
}

TEST_CASE("what a grammar cannot hold is an error with its path, not ignored")
{
    CHECK(problem("{\n \"type\": }") == "JSON Schema, line 2, column 10: this is no JSON.");
    CHECK(problem(R"({"properties":{"a":{"multipleOf":2}}})") == "The JSON Schema at '#/properties/a': the keyword 'multipleOf' is not supported.");
    CHECK(problem(R"({"type":"array","uniqueItems":true})") == "The JSON Schema at '#': the keyword 'uniqueItems' is not supported.");
    CHECK(problem(R"({"items":{"format":"email"}})") == "The JSON Schema at '#/items': the format 'email' is not supported.");
    for (const char* schema : { R"({"type":"number","minimum":1})", R"({"type":"text"})", R"({"$ref":"https://x/y"})", R"({"$ref":"#/no"})", "false", "3",
             R"({"enum":[]})", R"({"minItems":3,"maxItems":2})", R"({"type":"integer","minimum":3,"maximum":2})", R"({"maxLength":3000})",
             R"x({"pattern":"(?=a)"})x", R"({"pattern":"(a"})", R"({"pattern":"a$b"})", R"({"pattern":"[b-a]"})", R"({"pattern":"\\q"})",
             R"({"pattern":"a","maxLength":3})", R"({"enum":[1],"minimum":0})", R"({"allOf":[{"type":"null"},{"type":"string"}]})",
             R"({"properties":{"a":false}})", R"({"patternProperties":{}})", R"({"not":{}})", R"({"allOf":[{"$ref":"#"}]})" }) {
        INFO(schema);
        CHECK_FALSE(problem(schema).empty());
    }
}

TEST_CASE("hostile schemas end in an error")
{
    CHECK_FALSE(problem(std::string(100'000, '[')).empty());
    std::string deep = R"({"type":"null"})", wide = "{\"$defs\":{";
    for (int i = 0; i < 1000; ++i)
        deep = R"({"items":)" + deep + "}";
    CHECK(problem(deep).find("nested deeper than") != std::string::npos);
    for (int i = 0; i < 60; ++i) {
        const std::string next = R"({"$ref":"#/$defs/)" + std::to_string(i + 1) + "\"}";
        wide += "\"" + std::to_string(i) + R"(":{"allOf":[)" + next + "," + next + "]},";
    }
    wide += R"("60":{"type":"null"}},"$ref":"#/$defs/0"})";
    CHECK(problem(wide).find("allOf joins more than") != std::string::npos);
}
