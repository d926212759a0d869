#include "engine/chat/chat_template_probe.h"
#include "tests/support/catch.h"

namespace {

using namespace cutaway::chat;

ChatTemplate parsed(std::string source)
{
    auto result = ChatTemplate::parse(std::move(source));
    REQUIRE(result);
    return *result;
}

const std::vector<Message> kConversation { { "system", "Be brief." }, { "user", "Hello" } };

} // namespace

TEST_CASE("a template that takes every role is used as it is")
{
    const ChatTemplate chatml = parsed(std::string(chatMlSource()));
    const ChatTemplateProbe probe(chatml);
    CHECK(probe.abilities().plain);
    CHECK(probe.abilities().systemRole);
    CHECK(probe.abilities().multiTurn);
    CHECK_FALSE(probe.abilities().contentAsParts);
    CHECK(probe.abilities().problem.empty());
    CHECK(probe.abilities().notes.empty());
    const auto text = chatml.render(probe.prepare(kConversation));
    REQUIRE(text);
    CHECK(*text == "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n");
}

TEST_CASE("without a system role the system text goes into the first user message")
{
    const std::string refusing = "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
                                 "{% for m in messages %}[{{ m.role }}:{{ m.content }}]{% endfor %}";
    const std::string ignoring = "{% for m in messages if m.role != 'system' %}[{{ m.role }}:{{ m.content }}]{% endfor %}";
    for (const std::string& source : { refusing, ignoring }) {
        const ChatTemplate chatTemplate = parsed(source);
        const ChatTemplateProbe probe(chatTemplate);
        CHECK(probe.abilities().plain);
        CHECK_FALSE(probe.abilities().systemRole);
        REQUIRE(probe.abilities().notes.size() == 1);
        CHECK(probe.abilities().notes.front().find("No system role") != std::string::npos);
        const auto text = chatTemplate.render(probe.prepare(kConversation));
        REQUIRE(text);
        CHECK(*text == "[user:Be brief.\n\nHello]");
    }
}

TEST_CASE("a template that wants content in parts gets parts")
{
    const ChatTemplate chatTemplate = parsed("{% for m in messages %}{% for part in m.content %}{{ part.text }}|{% endfor %}{% endfor %}");
    const ChatTemplateProbe probe(chatTemplate);
    CHECK(probe.abilities().contentAsParts);
    const auto text = chatTemplate.render(probe.prepare(kConversation));
    REQUIRE(text);
    CHECK(*text == "Be brief.|Hello|");
}

TEST_CASE("a template that cannot be used says why")
{
    const ChatTemplate chatTemplate = parsed("{{ raise_exception('not for you') }}");
    const ChatTemplateProbe probe(chatTemplate);
    CHECK_FALSE(probe.abilities().plain);
    CHECK(probe.abilities().problem.find("not for you") != std::string::npos);
    CHECK_FALSE(ChatTemplateProbe(parsed("nothing of the messages")).abilities().plain);
}

TEST_CASE("a template that takes one question only is noted")
{
    const ChatTemplate chatTemplate =
        parsed("{% for m in messages %}{% if loop.last or m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}");
    const ChatTemplateProbe probe(chatTemplate);
    CHECK(probe.abilities().systemRole);
    CHECK_FALSE(probe.abilities().multiTurn);
    REQUIRE(probe.abilities().notes.size() == 1);
    CHECK(probe.abilities().notes.front().find("No earlier turns") != std::string::npos);
}
