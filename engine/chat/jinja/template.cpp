#include "engine/chat/jinja/template.h"

#include "engine/base/text.h"
#include "engine/chat/jinja/interpreter.h"
#include "engine/chat/jinja/json_text.h"
#include "engine/chat/jinja/lexer.h"
#include "engine/chat/jinja/parser.h"

#include <nlohmann/json.hpp>

namespace cutaway::chat::jinja {
namespace {

/// Longest text of a template's own complaint that is handed on.
constexpr std::size_t kLongestMessage = 400;

base::Error errorOf(const Failure& failure, Position at)
{
    const std::string place = " (line " + std::to_string(at.line) + ", column " + std::to_string(at.column) + ")";
    switch (failure.kind()) {
    case Failure::Kind::syntax:
        return { base::ErrorCode::unsupported, "the chat template cannot be read: " + failure.message() + place, "chat template", {} };
    case Failure::Kind::raised:
        return { base::ErrorCode::invalidArgument,
            "the chat template refuses this conversation: " + base::quoted(failure.message(), kLongestMessage) + place, "chat template",
            {} };
    case Failure::Kind::value:
        return { base::ErrorCode::unsupported, "the chat template fails: " + failure.message() + place, "chat template", {} };
    case Failure::Kind::limit:
        return { base::ErrorCode::unsupported, "the chat template was stopped: " + failure.message() + place, "chat template", {} };
    }
    return { base::ErrorCode::internal, failure.message(), "chat template", {} };
}

} // namespace

Template::Template(std::string source, Body body, const Limits& limits)
    : m_source(std::move(source))
    , m_body(std::move(body))
    , m_limits(limits)
{
}

base::Result<std::shared_ptr<const Template>> Template::parse(std::string source, const Limits& limits)
{
    if (source.size() > limits.sourceBytes)
        return base::Error { base::ErrorCode::unsupported,
            "the chat template has " + base::formatBytes(source.size()) + "; at most " + base::formatBytes(limits.sourceBytes)
                + " are read",
            "chat template", {} };
    Lexer lexer(source);
    std::vector<Token> tokens;
    try {
        tokens = lexer.run();
    } catch (const Failure& failure) {
        return errorOf(failure, lexer.position());
    }
    Parser parser(std::move(tokens), limits);
    try {
        Body body = parser.parse();
        return std::make_shared<const Template>(std::move(source), std::move(body), limits);
    } catch (const Failure& failure) {
        return errorOf(failure, parser.position());
    }
}

base::Result<std::string> Template::render(const nlohmann::ordered_json& variables, const LocalTime& now) const
{
    Budget budget(m_limits);
    Heap heap(budget);
    Environment environment { budget, heap, now };
    Position at;
    try {
        std::vector<std::pair<std::string, Value>> values;
        for (const auto& [name, value] : variables.items())
            values.emplace_back(name, fromJson(value, heap, budget));
        Interpreter interpreter(environment, std::move(values));
        try {
            return interpreter.run(m_body);
        } catch (const Failure&) {
            at = interpreter.position();
            throw;
        }
    } catch (const Failure& failure) {
        return errorOf(failure, at);
    }
}

} // namespace cutaway::chat::jinja
