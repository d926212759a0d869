#pragma once
#include <cstdint>
#include <string>
#include <utility>

namespace cutaway::chat::jinja {

/// Where something stands in a template's source; both count from 1, columns in code points.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// Why parsing or rendering stopped. Thrown and caught inside this folder only: Template's functions turn it into a base::Error.
/// An evaluator whose every sub-expression may fail reads better with it than with a Result at each of its few hundred calls.
class Failure {
public:
    enum class Kind {
        syntax, ///< the source is not a template
        raised, ///< the template called raise_exception
        value,  ///< an operation does not fit its values
        limit,  ///< a limit of jinja::Limits was reached
    };
    Failure(Kind kind, std::string message) : m_kind(kind), m_message(std::move(message)) {}
    Kind kind() const { return m_kind; }
    const std::string& message() const { return m_message; }

private:
    Kind m_kind;
    std::string m_message;
};

[[noreturn]] inline void failValue(std::string message) { throw Failure(Failure::Kind::value, std::move(message)); }
[[noreturn]] inline void failLimit(std::string message) { throw Failure(Failure::Kind::limit, std::move(message)); }

} // namespace cutaway::chat::jinja
