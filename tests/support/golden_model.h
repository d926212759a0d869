#pragma once
#include "engine/base/ids.h"

#include <nlohmann/json.hpp>

#include <map>
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

/// SmolLM2 and Gemma 3, those that are here with their numbers.
std::vector<GoldenModel> goldenModels();
inline constexpr const char* kNoGoldenModel = "no model with golden numbers is here";

} // namespace cutaway::test
