#include "engine/chat/jinja/function_table.h"

#include "engine/chat/jinja/value_operations.h"

#include <algorithm>

namespace cutaway::chat::jinja {
namespace {

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        found.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found;
}

} // namespace

Call::Call(std::string_view function, std::string_view parameters, std::size_t required, const Arguments& arguments)
    : m_function(function)
    , m_arguments(arguments)
{
    if (parameters == "*") {
        m_bound.assign(arguments.positional.begin(), arguments.positional.end());
    } else {
        const auto names = words(parameters);
        if (arguments.positional.size() > names.size())
            failValue(std::string(function) + "() takes at most " + std::to_string(names.size()) + " arguments, "
                + std::to_string(arguments.positional.size()) + " were given");
        m_bound.assign(arguments.positional.begin(), arguments.positional.end());
        m_bound.resize(names.size());
        for (const auto& [name, value] : arguments.named) {
            const auto it = std::ranges::find(names, name);
            if (it == names.end())
                failValue(std::string(function) + "() has no argument '" + name + "'");
            m_bound[std::size_t(it - names.begin())] = value;
        }
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (!find(i))
            failValue(std::string(function) + "() needs at least " + std::to_string(required) + " arguments");
    }
}

bool Call::flag(std::size_t index, bool otherwise) const { return find(index) ? isTrue(at(index)) : otherwise; }

std::int64_t Call::integer(std::size_t index, std::int64_t otherwise) const
{
    return find(index) ? asInteger(at(index), "an argument of " + std::string(m_function) + "()") : otherwise;
}

const std::string& Call::text(std::size_t index) const
{
    const std::string* text = at(index).text();
    if (!text) {
        requireDefined(at(index));
        failValue(std::string(m_function) + "() needs a string, not '" + typeName(at(index)) + "'");
    }
    return *text;
}

const std::string* Call::textOrNull(std::size_t index) const { return find(index) && !at(index).isNone() ? &text(index) : nullptr; }

Value invoke(const FunctionRow& row, Environment& environment, const Value& self, const Arguments& arguments)
{
    return row.invoke(environment, self, Call(row.name, row.parameters, row.required, arguments));
}

const FunctionRow* findRow(std::span<const FunctionRow> table, std::string_view name)
{
    const auto it = std::ranges::find(table, name, &FunctionRow::name);
    return it == table.end() ? nullptr : &*it;
}

} // namespace cutaway::chat::jinja
