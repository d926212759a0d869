#include "tests/support/golden_model.h"

#include "tests/support/test_data.h"

namespace cutaway::test {

namespace {

std::optional<GoldenModel> withNumbers(const std::optional<std::filesystem::path>& model, const std::string& folder)
{
    if (!model || !golden(folder + "/logits.f32"))
        return std::nullopt;
    return GoldenModel { model->string(), folder };
}

} // namespace

std::string GoldenModel::path(const char* file) const { return golden(folder + "/" + file).value().string(); }

nlohmann::json GoldenModel::json(const char* file) const { return nlohmann::json::parse(readText(path(file))); }

std::map<std::string, std::vector<base::TokenId>> GoldenModel::ids() const
{
    std::map<std::string, std::vector<base::TokenId>> ids;
    for (const nlohmann::json& text : json("texts.json"))
        ids[text["name"]] = text["ids"].get<std::vector<base::TokenId>>();
    return ids;
}

std::optional<GoldenModel> SmolLm2::find() { return withNumbers(starterModel(), "golden/models/smollm2"); }
std::optional<GoldenModel> Gemma3::find() { return withNumbers(gemmaModel(), "golden/models/gemma3"); }

} // namespace cutaway::test
