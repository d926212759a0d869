#include "engine/grammar/gbnf_parser.h"

#include "tests/support/catch.h"

using namespace cutaway;
using namespace cutaway::grammar;

namespace {

std::string problem(std::string_view text)
{
    const auto rules = parseGbnf(text);
    return rules ? std::string() : rules.error().message;
}

} // namespace

TEST_CASE("a grammar is read with comments, line ends of all kinds and rules in any order")
{
    const auto rules = parseGbnf("# first\r\n\r\nroot ::= # here\n  thing | \n other\rother ::= \"b\" # end\nthing::=\"a\"");
    REQUIRE(rules);
    CHECK(rules->rules.size() == 3);
    CHECK(rules->rules[rules->root].name == "root");
    CHECK(rules->rules[rules->root].body.children.size() == 2);
}

TEST_CASE("a later definition of a rule takes the place of the earlier one")
{
    const auto rules = parseGbnf("root ::= \"a\"\nroot ::= \"b\" \"c\"");
    REQUIRE(rules);
    CHECK(rules->rules.size() == 1);
    CHECK(rules->rules[0].body.children[0].children.size() == 2);
}

TEST_CASE("errors of a grammar begin with line and column and say what is wrong")
{
    CHECK(problem("") == "Grammar, line 1, column 1: the grammar has no rules.");
    CHECK(problem("x ::= \"a\"") == "Grammar, line 1, column 10: there is no rule 'root' to start from.");
    CHECK(problem("root ::= a-b \"é\" nowhere\na-b ::= [x]") == "Grammar, line 1, column 18: the rule 'nowhere' is not defined.");
    CHECK(problem("root ::= \"a\n") == "Grammar, line 1, column 10: the text has no closing '\"'.");
    CHECK(problem("root ::= [a") == "Grammar, line 1, column 10: the set has no closing ']'.");
    CHECK(problem("root ::= (\"a\"\n  \"b\"") == "Grammar, line 1, column 10: the group has no closing ')'.");
    CHECK(problem("root ::= (\"a\" ~)") == "Grammar, line 1, column 15: expected ')' or more of the group, not '~'.");
    CHECK(problem("root ::= \"\\d\"") == "Grammar, line 1, column 11: there is no escape '\\d'.");
    CHECK(problem("root ::= \"\\x4\"") == "Grammar, line 1, column 14: expected 2 hexadecimal digits.");
    CHECK(problem("root ::= *") == "Grammar, line 1, column 10: there is nothing before it to repeat.");
    CHECK(problem("root ::= \"a\"{3,2}") == "Grammar, line 1, column 13: the repetition ends at 2, below its beginning of 3.");
    CHECK(problem("root ::= \"a\"{2001}") == "Grammar, line 1, column 13: a repetition of at least 2001 is more than 2000.");
    CHECK(problem("root = \"a\"") == "Grammar, line 1, column 6: expected '::=' after the name 'root'.");
    CHECK(problem("root ::= a_b") == "Grammar, line 1, column 11: expected the end of the line, not '_'.");
    CHECK(problem("root ::= [z-a]") == "Grammar, line 1, column 14: the range of the set ends before it begins.");
    CHECK(problem("root ::= <[x]>") == "Grammar, line 1, column 12: expected the number of a token and ']>'.");
    CHECK_FALSE(problem("root ::= \"\xff\"").empty());
    CHECK_FALSE(problem("%llguidance {}").empty());
}

TEST_CASE("hostile grammars end in an error, not in the stack")
{
    const std::string deep(100'000, '(');
    CHECK(problem("root ::= " + deep) == "Grammar, line 1, column 210: groups are nested deeper than 200.");
    CHECK_FALSE(problem("root ::= \"a\"" + std::string(100'000, '*')).empty());
    CHECK_FALSE(problem(std::string(std::size_t(5) << 20, ' ')).empty());
    std::string many = "root ::= \"a\"\n";
    for (int i = 0; i < 10'001; ++i)
        many += "r" + std::to_string(i) + " ::= \"a\"\n";
    CHECK_FALSE(problem(many).empty());
}
