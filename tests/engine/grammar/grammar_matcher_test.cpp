#include "engine/grammar/grammar_matcher.h"

#include "tests/support/catch.h"

#include <cmath>
#include <random>

using namespace cutaway;
using namespace cutaway::grammar;

namespace {

/// One token for each byte, and some longer ones.
std::shared_ptr<const VocabularyTrie> vocabularyWith(const std::vector<std::string>& more = {})
{
    std::vector<std::string> texts;
    for (int byte = 0; byte < 256; ++byte)
        texts.emplace_back(1, char(byte));
    texts.insert(texts.end(), more.begin(), more.end());
    return std::make_shared<VocabularyTrie>(std::move(texts));
}

GrammarMatcher matcherFor(std::string_view gbnf, const std::vector<std::string>& more = {})
{
    auto matcher = GrammarMatcher::create(gbnf, vocabularyWith(more));
    INFO(gbnf);
    INFO((matcher ? std::string() : matcher.error().message));
    REQUIRE(matcher);
    return std::move(*matcher);
}

bool matches(GrammarMatcher& matcher, std::string_view text)
{
    matcher.reset();
    return (text.empty() || matcher.acceptText(text)) && matcher.mayEnd();
}

struct Case {
    std::string_view body;
    std::vector<std::string> accepted, rejected;
};

std::string letters(std::size_t count, std::string_view last)
{
    std::string text(count, 'a');
    return text.append(last);
}

std::string problem(std::string_view gbnf)
{
    const auto matcher = GrammarMatcher::create(gbnf, vocabularyWith());
    return matcher ? std::string() : matcher.error().message;
}

/// What the mask lets through must be what allows() says, for all tokens.
void checkMask(GrammarMatcher& matcher, std::size_t tokens)
{
    std::vector<float> logits(tokens);
    REQUIRE(matcher.mask(logits));
    for (std::size_t id = 0; id < tokens; ++id) {
        INFO(id);
        REQUIRE((logits[id] == 0) == matcher.allows(base::TokenId(id)));
    }
}

} // namespace

TEST_CASE("every construct of GBNF accepts and rejects what it should")
{
    const std::vector<Case> cases {
        { "\"\"", { "" }, { "a" } },
        { "\"ab\" \"c\"", { "abc" }, { "", "ab", "abcd", "abd" } },
        { "\"a\" | \"bc\" |", { "a", "bc", "" }, { "b", "abc" } },
        { "\"ab\"*", { "", "ab", "abab" }, { "a", "aba", "abb" } },
        { "\"ab\"+", { "ab", "abab" }, { "", "aba" } },
        { "\"ab\"?", { "", "ab" }, { "abab" } },
        { "\"ab\"{2}", { "abab" }, { "ab", "ababab" } },
        { "[ab]{2,}", { "ab", "bba", "aaaa" }, { "", "a", "abc" } },
        { "\"a\"{0,2} \"b\"", { "b", "ab", "aab" }, { "aaab", "a" } },
        { "\"a\"{ 1 , 2 }", { "a", "aa" }, { "", "aaa" } },
        { "\"a\"{0}", { "" }, { "a" } },
        { "\"a\"*?", { "", "a", "aaa" }, { "b" } },
        { "(\"a\" | \"b\"\n \"c\")+ \"d\"", { "ad", "bcd", "abcad" }, { "bd", "acd" } },
        { "(\"a\"? \"b\"?)*", { "", "abba", "bbb" }, { "c" } },
        { "(\"\"* | \"a\"*)*", { "", "aaa" }, { "b" } },
        { "[a-cx-]", { "a", "c", "x", "-" }, { "d", "" } },
        { "[^a-c\\n]", { "d", "é", "€", "😀" }, { "a", "\n", "", "dd" } },
        { "[α-ω]+", { "αβγ", "ω" }, { "a", "Ω", "\xce" } },
        { "[\\x41-\\u0043\\U0001F600]", { "A", "C", "😀" }, { "D", "😁" } },
        { "[]", {}, { "", "a" } },
        { ".", { "a", "\n", "€", "😀" }, { "", "ab", std::string(1, '\0'), "\xff", "\xed\xa0\x80", "\xc0\xaf" } },
        { "\"\\t\\r\\n\\\\\\\"\\[\\]\"", { "\t\r\n\\\"[]" }, { "t" } },
        { "a b\na ::= \"x\" a | \"x\"\nb ::= \"y\"", { "xy", "xxxy" }, { "y", "x" } },
        { "\"(\" root \")\" | \"x\"", { "x", "((x))" }, { "((x)", "(x))", "()" } },
        { "\"a\" root \"a\" | \"b\" root \"b\" | \"\"", { "", "abba", "aabbaa" }, { "ab", "aba" } },
    };
    for (const Case& one : cases) {
        if (one.body == "[]") {
            CHECK(problem("root ::= []") == "The grammar matches no text at all.");
            continue;
        }
        GrammarMatcher matcher = matcherFor("root ::= " + std::string(one.body));
        for (const std::string& text : one.accepted) {
            INFO(one.body << " on " << text);
            CHECK(matches(matcher, text));
        }
        for (const std::string& text : one.rejected) {
            INFO(one.body << " not on " << text);
            CHECK_FALSE(matches(matcher, text));
        }
    }
}

TEST_CASE("left recursion is refused with its rules, right recursion runs for a long text")
{
    CHECK(problem("root ::= root \"a\" | \"b\"") == "Grammar, line 1, column 1: left recursion: 'root' -> 'root' reads nothing on the way.");
    CHECK(problem("root ::= x \"a\"\nx ::= \"\" y\ny ::= z* x\nz ::= \"b\"")
        == "Grammar, line 2, column 1: left recursion: 'x' -> 'y' -> 'x' reads nothing on the way.");
    CHECK_FALSE(problem("root ::= (root)*").empty());
    GrammarMatcher matcher = matcherFor("root ::= \"a\" root | \"b\"");
    CHECK(matches(matcher, letters(100'000, "b")));
    CHECK(matcher.stateCount() < 10);
}

TEST_CASE("a mask allows exactly the tokens that can come next, whole tokens and parts of characters")
{
    const std::vector<std::string> more { "ab", "abc", "bc", "\xe2\x82", "\xac\xe2", "a\xf0\x9f", "", "ab" };
    for (const char* body : { "\"ab\" [c-d€]*", "[^€]*", "(\"a\" | \"ab\") \"c\"", ".{1,3}", "<[256]> \"c\" | \"x\"", "!<[97]>", "!<[256]> \"b\"" }) {
        INFO(body);
        GrammarMatcher matcher = matcherFor("root ::= " + std::string(body), more);
        std::mt19937 engine(5);
        for (int step = 0; step < 40; ++step) {
            checkMask(matcher, 256 + more.size() + 3);
            std::vector<base::TokenId> allowed;
            for (std::size_t id = 0; id < 256 + more.size(); ++id) {
                if (matcher.allows(base::TokenId(id)))
                    allowed.push_back(base::TokenId(id));
            }
            if (allowed.empty())
                matcher.reset();
            else
                REQUIRE(matcher.accept(allowed[engine() % allowed.size()]));
        }
    }
}

TEST_CASE("tokens named by a grammar match as a whole, by number or by text")
{
    const std::vector<std::string> more { "<think>", "abc" };
    GrammarMatcher matcher = matcherFor("root ::= <think> \"abc\" !<think>", more);
    CHECK(matcher.allows(256));
    CHECK_FALSE(matcher.allows('<')); // characters do not spell it
    REQUIRE(matcher.accept(256));
    REQUIRE(matcher.accept(257));
    CHECK_FALSE(matcher.allows(256));
    CHECK(matcher.allows(257));
    REQUIRE(matcher.accept('x'));
    CHECK(matcher.mustEnd());
    CHECK(problem("root ::= <nothing>") == "Grammar, line 1, column 10: '<nothing>' is not one token of this model.");
}

TEST_CASE("a character split over tokens is judged by what it can become")
{
    GrammarMatcher matcher = matcherFor("root ::= [€]");
    CHECK(matcher.allows(0xE2));
    CHECK_FALSE(matcher.allows(0xE3));
    REQUIRE(matcher.accept(0xE2));
    CHECK_FALSE(matcher.mayEnd());
    CHECK(matcher.allows(0x82));
    CHECK_FALSE(matcher.allows(0x83));
    REQUIRE(matcher.accept(0x82));
    REQUIRE(matcher.accept(0xAC));
    CHECK(matcher.mustEnd());
    CHECK(matcher.accept('a').error().message == "The grammar does not allow the token 97, 'a', here.");
}

TEST_CASE("ambiguous grammars stay within their limits")
{
    // 2^n stacks after n letters: refused, not computed.
    GrammarMatcher stacks = matcherFor("root ::= \"a\" root \"b\" | \"a\" root \"c\" | \"\"");
    const auto status = stacks.acceptText(std::string(100, 'a'));
    REQUIRE_FALSE(status);
    CHECK(status.error().message == "The grammar is too ambiguous, or the text is nested too deeply for it.");
    // Exponentially many ways, but few places.
    GrammarMatcher ways = matcherFor("root ::= ((\"a\" | \"a\" \"a\")* | \"a\"*)* \"b\"");
    CHECK(matches(ways, letters(10'000, "b")));
    CHECK_FALSE(problem("root ::= ((((\"a\"{0,2000}){0,2000}){0,2000}){0,2000})").empty());
    // A bounded repetition takes two places at a time, not one for each count.
    GrammarMatcher bounded = matcherFor("root ::= [a-z]{0,2000} \"!\"");
    CHECK(matches(bounded, letters(2'000, "!")));
    CHECK_FALSE(matches(bounded, letters(2'001, "!")));
}
