#pragma once
#include "engine/chat/jinja/value.h"
#include "engine/chat/local_time.h"

#include <optional>
#include <span>
#include <string_view>

namespace cutaway::chat::jinja {

/// What filters, tests, methods and global functions work with during one render.
struct Environment {
    Budget& budget;
    Heap& heap;
    LocalTime now;
};

/// The arguments of one call, put in the order of the row's parameters.
class Call {
public:
    Call(std::string_view function, std::string_view parameters, std::size_t required, const Arguments& arguments);
    /// The argument, or null when it was not given.
    const Value* find(std::size_t index) const { return index < m_bound.size() && m_bound[index] ? &*m_bound[index] : nullptr; }
    /// A required argument.
    const Value& at(std::size_t index) const { return *m_bound.at(index); }
    bool flag(std::size_t index, bool otherwise = false) const;
    std::int64_t integer(std::size_t index, std::int64_t otherwise) const;
    /// A string argument. Error when it is something else.
    const std::string& text(std::size_t index) const;
    const std::string* textOrNull(std::size_t index) const;
    /// All arguments as written, for functions that take any number of them.
    const Arguments& all() const { return m_arguments; }

private:
    std::string_view m_function;
    const Arguments& m_arguments;
    std::vector<std::optional<Value>> m_bound;
};

/// One filter, test, method or global function. Adding one is adding a row to its table.
struct FunctionRow {
    std::string_view name;
    std::string_view parameters; ///< names, separated by blanks; "*" takes any arguments
    std::size_t required = 0;    ///< how many of them must be given
    /// `self`: what stands before the bar, the dot or the `is`; undefined for global functions.
    Value (*invoke)(Environment&, const Value& self, const Call&) = nullptr;
};

/// Calls the row with its arguments checked and ordered.
Value invoke(const FunctionRow& row, Environment& environment, const Value& self, const Arguments& arguments);
const FunctionRow* findRow(std::span<const FunctionRow> table, std::string_view name);

const FunctionRow* findFilter(std::string_view name);
const FunctionRow* findTest(std::string_view name);
const FunctionRow* findGlobal(std::string_view name);
/// A method of the value's type.
const FunctionRow* findMethod(const Value& self, std::string_view name);

} // namespace cutaway::chat::jinja
