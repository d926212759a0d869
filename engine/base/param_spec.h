#pragma once
#include <string_view>

namespace cutaway::base {

/// One parameter of a sampler or of another configurable part: feeds forms, options, help and JSON alike.
/// The texts are literals of the part that declares the parameter: they live as long as the program.
struct ParamSpec {
    enum class Type { integer, real, boolean };
    std::string_view key;    ///< "top_k"
    std::string_view option; ///< "--top-k"
    Type type = Type::real;
    double minimum = 0, maximum = 0, defaultValue = 0, step = 0;
    std::string_view unit;   ///< "tokens"; empty for a plain number
    std::string_view help;   ///< one English sentence
    std::string_view group;  ///< name of the sampler it belongs to
};

} // namespace cutaway::base
