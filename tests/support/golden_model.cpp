#include "tests/support/golden_model.h"

#include "tests/support/test_data.h"

namespace cutaway::test {

std::string GoldenModel::path(const char* file) const { return golden(folder + "/" + file).value().string(); }

nlohmann::json GoldenModel::json(const char* file) const { return nlohmann::json::parse(readText(path(file))); }

std::map<std::string, std::vector<base::TokenId>> GoldenModel::ids() const
{
    std::map<std::string, std::vector<base::TokenId>> ids;
    for (const nlohmann::json& text : json("texts.json"))
        ids[text["name"]] = text["ids"].get<std::vector<base::TokenId>>();
    return ids;
}

std::vector<GoldenModel> goldenModels()
{
    std::vector<GoldenModel> models;
    const auto add = [&](const std::optional<std::filesystem::path>& model, const std::string& folder) {
        if (model && golden(folder + "/logits.f32"))
            models.push_back({ model->string(), folder });
    };
    add(starterModel(), "golden/models/smollm2");
    add(gemmaModel(), "golden/models/gemma3");
    return models;
}

} // namespace cutaway::test
