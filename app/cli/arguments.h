#pragma once
#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cutaway::cli {

/// One option of a command: names as they are typed, and what --help says.
struct OptionSpec {
    std::string_view name;      ///< "--threads"
    std::string_view shortName; ///< "-t"; may be empty
    std::string_view value;     ///< placeholder, "N"; empty: a flag
    std::string_view help;
};

/// The options of one call, checked against a command's list. Repeated options keep every value.
class Arguments {
public:
    /// Errors: invalidArgument for unknown options and missing values.
    static base::Result<Arguments> parse(const std::vector<std::string>& words, const std::vector<OptionSpec>& options);

    bool has(std::string_view option) const { return m_values.contains(std::string(option)); }
    std::optional<std::string> text(std::string_view option) const;
    std::vector<std::string> all(std::string_view option) const;
    /// Errors: invalidArgument when it is no integer.
    base::Result<std::int64_t> integer(std::string_view option, std::int64_t fallback) const;
    base::Result<double> real(std::string_view option, double fallback) const;
    const std::vector<std::string>& positional() const { return m_positional; }

private:
    std::unordered_map<std::string, std::vector<std::string>> m_values;
    std::vector<std::string> m_positional;
};

} // namespace cutaway::cli
