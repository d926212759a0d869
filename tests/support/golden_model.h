#pragma once
#include "engine/base/ids.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cutaway::test {

/// A real model with the numbers that it must give: what an exact computation gave, and how far a good implementation strays.
struct GoldenModel {
    std::string model;  ///< path of the file
    std::string folder; ///< of the numbers, as golden() takes it

    std::string path(const char* file) const;
    nlohmann::json json(const char* file) const;
    /// The tokens of each text, by its name.
    std::map<std::string, std::vector<base::TokenId>> ids() const;
};

/// The models with numbers, each a type: a test case for all of them is TEMPLATE_TEST_CASE(name, "", CUTAWAY_GOLDEN_MODELS), so that each passes, fails
/// or is skipped on its own.
struct SmolLm2 {
    static std::optional<GoldenModel> find();
};
struct Gemma3 {
    static std::optional<GoldenModel> find();
};
#define CUTAWAY_GOLDEN_MODELS cutaway::test::SmolLm2, cutaway::test::Gemma3
inline constexpr const char* kNoGoldenModel = "the model or its golden numbers are not here";

} // namespace cutaway::test
