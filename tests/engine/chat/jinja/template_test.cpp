#include "engine/chat/jinja/template.h"
#include "tests/support/catch.h"
#include "tests/support/test_data.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <random>

using namespace cutaway;
using chat::jinja::Limits;
using chat::jinja::Template;
using Json = nlohmann::ordered_json;

namespace {

const Json kVariables = Json::parse(R"({"d": {"b": 1, "a": [1, 2.0, null, true, "x'y"], "items": 3}, "l": [3, 1, 2], "s": "Ünï  code",
    "people": [{"name": "Bo", "age": 3}, {"name": "al", "age": 5}, {"name": "Cy"}], "empty": "", "none": null, "big": 1e20})");

base::Result<std::string> rendered(const std::string& source, const Limits& limits = {})
{
    auto program = Template::parse(source, limits);
    if (!program)
        return program.error();
    return (*program)->render(kVariables, { 2026, 11, 30, 12, 5, 9 });
}

struct Case {
    const char* source;
    const char* expected;
};

void check(const std::vector<Case>& cases)
{
    for (const Case& row : cases) {
        INFO(row.source);
        const auto text = rendered(row.source);
        if (!text)
            FAIL_CHECK(text.error().message);
        else
            CHECK(*text == row.expected);
    }
}

} // namespace

TEST_CASE("whitespace around tags follows trim_blocks and lstrip_blocks")
{
    check({
        { "a\n  {% if true %}\nb\n  {% endif %}\nc\n", "a\nb\nc" },
        { "a  {%- if true -%}  \n b {%- endif %} c", "ab c" },
        { "{{ 1 }}\n{{ 2 }}\n\n", "1\n2\n" },
        { "  {# note #}\nx {#- y -#} z", "xz" },
        { "  {%+ if true %}x{% endif %}", "  x" },
        { "{% if true +%}\nx{% endif %}", "\nx" },
        { "{% raw %}{{ x }} {% if %}{% endraw %}!", "{{ x }} {% if %}!" },
        { "a\r\nb\r\n", "a\nb" },
        { "{{ {'a': {'b': 1}}['a']['b'] }}}", "1}" },
    });
}

TEST_CASE("operators bind and compute as in Python")
{
    check({
        { "{{ 'a' + 'b'|upper }}", "aB" },
        { "{{ -1|abs }}{{ 2 + 3 * 4 - 1 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }} {{ 2 ** 10 }}", "113 3 -4 2 3.5 1024" },
        { "{{ 1 ~ 'a' ~ none ~ true ~ 1.0 }}", "1aNoneTrue1.0" },
        { "{{ 'ab' * 3 }} {{ [1] * 2 }} {{ [1] + [2] }}", "ababab [1, 1] [1, 2]" },
        { "{{ 1 < 2 < 3 }} {{ 1 == 1.0 }} {{ true == 1 }} {{ '1' != 1 }} {{ [1, {'a': 2}] == [1.0, {'a': 2}] }}",
            "True True True True True" },
        { "{{ 'b' in 'abc' }} {{ 4 not in l }} {{ 'b' in d }} {{ 'x' in nothing }}", "True True True False" },
        { "{{ 0 or 'x' }} {{ 1 and '' or 'z' }} {{ not [] }}", "x z True" },
        { "{{ 'yes' if l else 'no' }}{{ 'lost' if false }}", "yes" },
        { "{{ 1e16 }} {{ 0.1 + 0.2 }} {{ 1.5e-7 }} {{ big }} {{ 123456789.0 }}", "1e+16 0.30000000000000004 1.5e-07 1e+20 123456789.0" },
        { "{{ (1,) }} {{ () }} {{ (1, 'a') }} {{ d.a }}", "(1,) () (1, 'a') [1, 2.0, None, True, \"x'y\"]" },
        { "{{ s[0] }}{{ s[-1] }} {{ s[1:4] }} {{ s[::-1][:2] }} {{ l[1:] }} {{ l[:-1] }} {{ l[9] }}", "Üe nï  ed [1, 2] [3, 1] " },
    });
}

TEST_CASE("scopes, loops and macros")
{
    check({
        { "{% for i in [1,2] %}[{{ x }}]{% set x = i %}{% endfor %}", "[][]" },
        { "{% set n = namespace(c=0) %}{% for i in l %}{% set n.c = n.c + i %}{% endfor %}{{ n.c }}", "6" },
        { "{% for i in l if i > 1 %}{{ loop.index }}/{{ loop.length }}{{ loop.previtem }}{{ loop.last }} {% endfor %}",
            "1/2False 2/23True " },
        { "{% for i in [] %}x{% else %}none{% endfor %}{% for i in l %}{% break %}{% else %}early{% endfor %}", "noneearly" },
        { "{% for i in l %}{% if i == 1 %}{% continue %}{% endif %}{{ i }}{% endfor %}", "32" },
        { "{% for k, v in d.items() %}{{ k }};{% endfor %}{{ d['items'] }}", "b;a;items;3" },
        { "{% macro f(a, b='x') %}{{ a }}{{ b }}{{ late }}{% endmacro %}{% set late = '!' %}{{ f(1) }}{{ f(b=2, a=3) }}", "1x!32!" },
        { "{% macro f(n) %}{{ n }}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(3) }}", "3210" },
        { "{% for i in l %}{% macro f() %}<{{ i }}>{% endmacro %}{{ f() }}{% endfor %}", "<3><1><2>" },
        { "{% macro w() %}[{{ caller('z') }}]{% endmacro %}{% call(x) w() %}in {{ x }}{% endcall %}", "[in z]" },
        { "{% set x %} a {% endset %}[{{ x }}]{% set y | trim | upper %} b {% endset %}{{ y }}", "[ a ]B" },
        { "{% set a, b = [1, 2] %}{{ b }}{{ a }}{% with q = 5 %}{{ q }}{% endwith %}{{ q }}", "215" },
        { "{% filter upper %}abc{{ 'd' }}{% endfilter %}{% generation %}e{% endgeneration %}", "ABCDe" },
        { "{% for i in range(3) %}{{ loop.cycle('a', 'b') }}{% endfor %}{{ range(10, 0, -4)|list }}", "aba[10, 6, 2]" },
    });
}

TEST_CASE("filters, tests and methods")
{
    check({
        { "{{ d|tojson }}", R"({"b": 1, "a": [1, 2.0, null, true, "x'y"], "items": 3})" },
        { "{{ {'a': [1], 'b': {}}|tojson(indent=2) }}", "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}" },
        { "{{ '<é😀\\n\"'|tojson }} {{ 'é😀'|tojson(ensure_ascii=true) }}", "\"<é😀\\n\\\"\" \"\\u00e9\\ud83d\\ude00\"" },
        { "{{ {'b': 1, 'a': 2}|tojson(separators=(',', ':'), sort_keys=true) }}", R"({"a":2,"b":1})" },
        { "{{ s|length }} {{ l|length }} {{ nothing|length }}", "9 3 0" },
        { "{{ nothing|default('x') }}{{ empty|default('y') }}{{ empty|d('z', true) }}", "xz" },
        { "{{ '  a '|trim }}|{{ 'xxaxx'.strip('x') }}|{{ 'ab'.lstrip('a') }}|{{ ' a'.rstrip() }}", "a|a|b| a" },
        { "{{ l|join('-') }} {{ l|sort }} {{ l|max }}{{ l|min }}{{ l|sum }}{{ l|first }}{{ l|last }}", "3-1-2 [1, 2, 3] 31632" },
        { "{{ people|map(attribute='name')|list }} {{ people|selectattr('age', 'defined')|map(attribute='age')|sum }}",
            "['Bo', 'al', 'Cy'] 8" },
        { "{{ people|sort(attribute='name')|map(attribute='name')|join }} {{ people|rejectattr('age')|list|length }}", "alBoCy 1" },
        { "{{ l|reject('equalto', 1)|list }} {{ ['a', 'B']|map('upper')|join }} {{ [1, 1, 2]|unique|list }}", "[3, 2] AB [1, 2]" },
        { "{{ d|dictsort|first }} {{ {'B': 1, 'a': 2}|dictsort }}", "('a', [1, 2.0, None, True, \"x'y\"]) [('a', 2), ('B', 1)]" },
        { "{{ 'a\\n\\nb\\n'|indent(2) }}|{{ 'a'|indent(2, first=true) }}", "a\n\n  b\n|  a" },
        { "{{ 'x'|int }} {{ '42'|int }} {{ 3.9|int }} {{ 'x'|int(7) }} {{ '1.5'|float }} {{ 2.5|round }}", "0 42 3 7 1.5 2.0" },
        { "{{ 'a,b,c'.split(',', 1) }} {{ ' a  b '.split() }} {{ 'a-b'.replace('-', '+') }}", "['a', 'b,c'] ['a', 'b'] a+b" },
        { "{{ 'ab'.startswith(('x', 'a')) }} {{ '{}-{1}-{k}'.format(1, 2, k=3) }} {{ 'abc'.find('c') }}", "True 1-2-3 2" },
        { "{{ d.get('b') }} {{ d.get('zz') }} {{ d.get('zz', 4) }} {{ d.keys()|list }}", "1 None 4 ['b', 'a', 'items']" },
        { "{{ 1 is number }}{{ true is integer }}{{ 4 is divisibleby 2 }}{{ d is mapping }}{{ s is sequence }}{{ none is none }}",
            "TrueFalseTrueTrueTrueTrue" },
        { "{{ nothing is defined }} {{ s is string }} {{ 1 is not string }} {{ 3 is in l }} {{ true is true }}",
            "False True True True True" },
        { "{{ 'éa'|upper }} {{ 'ÀB'|lower }} {{ 'hello world'|title }} {{ 'ABC'|capitalize }}", "ÉA àb Hello World Abc" },
        { "{{ strftime_now('%Y-%m-%d %d %b %Y %B %A %H:%M:%S %%') }}", "2026-11-30 30 Nov 2026 November Monday 12:05:09 %" },
        { "{% set n = namespace(l=[1]) %}{% set _ = n.l.append(2) %}{{ n.l.pop(0) }}{{ n.l }}", "1[2]" },
        { "{{ '{\"a\": [1]}'|from_json }}{% if false %}{{ 1|no_such_filter }}{% endif %}", "{'a': [1]}" },
    });
}

TEST_CASE("errors name what is wrong, with line and column")
{
    const std::vector<Case> cases {
        { "a\n  {{ 1 + 'x' }}", "the chat template fails: unsupported operand types for +: 'int' and 'str' (line 2, column 8)" },
        { "{{ x.y }}", "the chat template fails: 'x' is undefined (line 1, column 5)" },
        { "{{ raise_exception('no way') }}", "the chat template refuses this conversation: 'no way' (line 1, column 19)" },
        { "{% if true %}\nx", "the chat template cannot be read: 'endif' is expected here (line 2, column 2)" },
        { "{{ 'abc }}", "the chat template cannot be read: a string is not closed (line 1, column 11)" },
        { "{{ 1 // 0 }}", "the chat template fails: division by zero (line 1, column 6)" },
        { "{{ 1|nope }}", "the chat template fails: the filter 'nope' is unknown (line 1, column 6)" },
    };
    for (const Case& row : cases) {
        INFO(row.source);
        const auto text = rendered(row.source);
        REQUIRE_FALSE(text);
        CHECK(text.error().message == row.expected);
    }
    for (const char* wrong :
        { "{% endif %}", "{% frob %}", "{{ }}", "{{ (1 }}", "{{ 1", "{# x", "{% raw %}x", "{% for x %}{% endfor %}", "{{ 'a' 1 }}",
            "{% set 1 = 2 %}", "{{ ] }}", "{{ $ }}", "{% break %}", "{{ 99999999999999999999 }}", "{{ d.items }}{{ none + 1 }}",
            "{{ none|list }}", "{% for x in none %}{% endfor %}", "{{ 1|length }}", "{{ nothing|tojson }}", "{{ l|map('upper')|tojson }}",
            "{{ d() }}", "{% set d.x = 1 %}", "{{ 9223372036854775807 + 1 }}", "{{ l.pop(7) }}", "{{ 'a' < 1 }}" }) {
        INFO(wrong);
        CHECK_FALSE(rendered(wrong));
    }
}

TEST_CASE("hostile templates run into limits")
{
    const std::string deep(5000, '(');
    std::string signs = "{{ ";
    signs.append(5000, '-').append("1 }}");
    std::string chain = "{{ 1";
    for (int i = 0; i < 5000; ++i)
        chain += " + 1";
    std::string blocks;
    for (int i = 0; i < 5000; ++i)
        blocks += "{% if 1 %}";
    for (const std::string& source :
        std::vector<std::string> { "{{ " + deep, chain + " }}", blocks, signs,
            "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "{{ range(100001) }}", "{{ 'x' * 1000000000 }}", "{{ [1] * 1000000000 }}",
            "{% set n = namespace(x='ab') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
            "{% set n = namespace(x=[1]) %}{% for i in range(99) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
            "{% set n = namespace(x=[1]) %}{% set _ = n.x.append(n.x) %}{{ n.x }}{{ n.x|tojson }}",
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", "{{ 'x'.replace('', 'y' * 999999) * 999 }}",
            std::string(2u << 20, ' ') }) {
        INFO(source.substr(0, 80));
        CHECK_FALSE(rendered(source));
    }
    // A long chain of namespaces and lists inside each other is freed without recursion.
    CHECK(rendered("{% set n = namespace(x=[]) %}{% for i in range(90000) %}{% set n.x = [n.x] %}{% endfor %}done"));
}

TEST_CASE("templates reach nothing but their data")
{
    for (const char* source : { "{{ ''.__class__.__mro__ }}", "{{ d.__init__.__globals__ }}", "{{ raise_exception.__globals__['os'] }}",
             "{% include '/etc/passwd' %}", "{% import 'os' as os %}", "{{ self._TemplateReference__context }}",
             "{{ open('/etc/passwd') }}" }) {
        INFO(source);
        CHECK_FALSE(rendered(source));
    }
}

TEST_CASE("damaged templates give errors or text, never a crash")
{
    std::vector<std::string> sources {
        "{% for m in people %}{{ m.name|upper }}{% if loop.last %}{{ d|tojson(indent=2) }}{% endif %}{% endfor %}",
        "{% macro f(a, b=1) %}{{ a[1:] ~ b }}{% endmacro %}{{ f(l, s.split(' ')) }}{% set x = namespace(y=[]) %}{% set x.y = x.y + [1] %}"
    };
    if (const auto folder = test::golden("golden/templates")) {
        for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
            if (entry.path().extension() == ".jinja")
                sources.push_back(test::readText(entry.path()));
        }
    }
    std::mt19937 random(2026);
    const Limits small { .work = 50'000 };
    std::size_t parsed = 0;
    for (int i = 0; i < 1500; ++i) {
        std::string source = sources[random() % sources.size()];
        const std::string& other = sources[random() % sources.size()];
        for (unsigned edits = 1 + random() % 4; edits > 0 && !source.empty(); --edits) {
            const std::size_t at = random() % source.size(), from = random() % other.size(), length = random() % 30;
            if (random() % 3 == 0)
                source.erase(at, length);
            else if (random() % 2 == 0)
                source.insert(at, other.substr(from, length));
            else
                source[at] = "{}%#-|.[]()'\"\\\n:,=~ie0"[random() % 22];
        }
        const auto program = Template::parse(source, small);
        if (!program)
            continue;
        ++parsed;
        (void)(*program)->render(kVariables, {});
    }
    CHECK(parsed > 0);
}
