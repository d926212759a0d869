#include "app/cli/arguments.h"

#include <algorithm>
#include <charconv>

namespace cutaway::cli {
namespace {

base::Error usage(std::string message) { return base::Error { .code = base::ErrorCode::invalidArgument, .message = std::move(message), .action = "See cutaway-cli --help." }; }

bool looksLikeOption(const std::string& word)
{
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9') && word[1] != '.';
}

template <class Number> base::Result<Number> parseNumber(std::string_view option, const std::string& text)
{
    Number value {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return usage("The value '" + text + "' of " + std::string(option) + " is not a number.");
    return value;
}

} // namespace

base::Result<Arguments> Arguments::parse(const std::vector<std::string>& words, const std::vector<OptionSpec>& options)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!looksLikeOption(word)) {
            arguments.m_positional.push_back(word);
            continue;
        }
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const auto spec = std::ranges::find_if(options, [&](const OptionSpec& option) { return option.name == name || (!option.shortName.empty() && option.shortName == name); });
        if (spec == options.end())
            return usage("There is no option " + name + " here.");
        std::string value;
        if (!spec->value.empty()) {
            if (equals != std::string::npos)
                value = word.substr(equals + 1);
            else if (++i < words.size())
                value = words[i];
            else
                return usage("The option " + name + " wants a value " + std::string(spec->value) + ".");
        }
        arguments.m_values[std::string(spec->name)].push_back(std::move(value));
    }
    return arguments;
}

std::optional<std::string> Arguments::text(std::string_view option) const
{
    const auto it = m_values.find(std::string(option));
    return it == m_values.end() ? std::nullopt : std::optional(it->second.back());
}

std::vector<std::string> Arguments::all(std::string_view option) const
{
    const auto it = m_values.find(std::string(option));
    return it == m_values.end() ? std::vector<std::string> {} : it->second;
}

base::Result<std::int64_t> Arguments::integer(std::string_view option, std::int64_t fallback) const
{
    const auto value = text(option);
    return value ? parseNumber<std::int64_t>(option, *value) : base::Result<std::int64_t>(fallback);
}

base::Result<double> Arguments::real(std::string_view option, double fallback) const
{
    const auto value = text(option);
    return value ? parseNumber<double>(option, *value) : base::Result<double>(fallback);
}

} // namespace cutaway::cli
