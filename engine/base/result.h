#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace cutaway::base {

/// What kind of failure this is. Front ends translate the kind; the sentence in Error::message carries the facts.
enum class ErrorCode {
    invalidArgument, ///< the caller or the user asked for something impossible
    notFound,        ///< a file, key or tensor does not exist
    accessDenied,    ///< the operating system refused to open it
    ioFailed,        ///< reading or writing broke off: a full or failing disk, a file that became shorter
    corruptFile,     ///< a file contradicts its own format
    unsupported,     ///< valid, but not something this build can do
    outOfMemory,     ///< the plan does not fit; the message says by how much
    contextFull,     ///< no room left in the KV cache
    cancelled,       ///< the user stopped it; not a failure
    busy,            ///< the same thing is already running
    internal,        ///< our own bug
};

/// Stable English name of a code, as `--json` prints it.
const char* errorCodeName(ErrorCode code);

/// One failure, as a person reads it.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message; ///< one sentence: what failed, on what, with which numbers
    std::string subject; ///< file, tensor, key or device it failed on; may be empty
    std::string action;  ///< one thing to do about it; may be empty
    const char* file = __builtin_FILE();
    std::uint_least32_t line = __builtin_LINE();
};

/// A value or an Error. Shaped like std::expected<T, Error>, which g++ 12 does not have in C++20.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}
    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const& { return std::get<1>(m_state); }
    Error&& error() && { return std::get<1>(std::move(m_state)); }

private:
    std::variant<T, Error> m_state;
};

struct Unit { };
/// Result of something that yields nothing but success.
using Status = Result<Unit>;
inline Status ok() { return Unit {}; }

/// Thrown by CUTAWAY_CHECK: a bug of ours. Caught only at the top of the engine thread and in main.
class ContractViolation {
public:
    ContractViolation(const char* expression, const char* file, int line);
    const std::string& what() const { return m_what; }

private:
    std::string m_what;
};

[[noreturn]] void contractFailed(const char* expression, const char* file, int line);

} // namespace cutaway::base

#define CUTAWAY_CAT2(a, b) a##b
#define CUTAWAY_CAT(a, b) CUTAWAY_CAT2(a, b)
/// `CUTAWAY_TRY(auto x, f());` declares x from the value of f(), or returns its Error.
#define CUTAWAY_TRY(declaration, expression)                                  \
    auto CUTAWAY_CAT(cutawayTry, __LINE__) = (expression);                    \
    if (!CUTAWAY_CAT(cutawayTry, __LINE__))                                   \
        return std::move(CUTAWAY_CAT(cutawayTry, __LINE__)).error();          \
    declaration = std::move(CUTAWAY_CAT(cutawayTry, __LINE__)).value()
/// `CUTAWAY_TRY_STATUS(f());` returns the Error of a Status, and goes on otherwise.
#define CUTAWAY_TRY_STATUS(expression)                                        \
    do {                                                                      \
        if (auto cutawayStatus = (expression); !cutawayStatus)                \
            return std::move(cutawayStatus).error();                          \
    } while (false)
/// `CUTAWAY_CHECK(i < n);` throws ContractViolation when our own code is wrong. Never for input.
#define CUTAWAY_CHECK(expression) \
    ((expression) ? void() : ::cutaway::base::contractFailed(#expression, __FILE__, __LINE__))
