#include "engine/formats/hf/vocabulary.h"

#include "engine/base/text.h"
#include "engine/formats/file_error.h"

namespace cutaway::formats::hf {
namespace {

constexpr std::int64_t kMaxTokens = std::int64_t(1) << 24;

base::Status place(const JsonFile& file, HfVocabulary& vocabulary, const std::string& text, const Json& id, TokenType type, bool added)
{
    if (!id.is_number_integer() || id < 0 || id >= kMaxTokens)
        return damagedFile(file.path(), { "id of token", text }, "is " + base::quoted(id.dump()) + ", wanted is a number below " + std::to_string(kMaxTokens));
    const auto at = id.get<std::size_t>();
    if (at >= vocabulary.texts.size()) {
        vocabulary.texts.resize(at + 1);
        vocabulary.types.resize(at + 1, TokenType::unused);
        vocabulary.added.resize(at + 1);
    }
    vocabulary.texts[at] = text;
    vocabulary.types[at] = type;
    vocabulary.added[at] = added;
    vocabulary.ids[text] = std::int64_t(at);
    return base::ok();
}

/// Ids that nobody named still need a text, one that no other token has.
void fillGaps(HfVocabulary& vocabulary, std::int64_t rows)
{
    if (std::size_t(rows) > vocabulary.texts.size()) {
        vocabulary.texts.resize(std::size_t(rows));
        vocabulary.types.resize(std::size_t(rows), TokenType::unused);
        vocabulary.added.resize(std::size_t(rows));
    }
    for (std::size_t i = 0; i < vocabulary.texts.size(); ++i) {
        if (vocabulary.types[i] == TokenType::unused && vocabulary.texts[i].empty())
            vocabulary.texts[i] = "[PAD" + std::to_string(i) + "]";
    }
}

} // namespace

std::int64_t HfVocabulary::find(const std::string& text) const
{
    const auto found = ids.find(text);
    return found == ids.end() ? -1 : found->second;
}

base::Result<HfVocabulary> readHfVocabulary(const JsonFile& file, const JsonFile& model, std::int64_t rows)
{
    CUTAWAY_TRY(const JsonFile vocab, model.object("vocab"));
    HfVocabulary vocabulary;
    for (const auto& [text, id] : vocab.json().items()) {
        CUTAWAY_TRY_STATUS(place(file, vocabulary, text, id, TokenType::normal, false));
    }
    if (vocabulary.texts.empty())
        return file.damaged("model.vocab", "has no tokens");
    if (const Json* added = file.find("added_tokens")) {
        if (!added->is_array())
            return file.damaged("added_tokens", "is no list");
        for (const Json& row : *added) {
            if (!row.is_object() || !row.contains("id") || !row.contains("content") || !row["content"].is_string())
                return file.damaged("added_tokens", "holds an entry without id and content");
            const bool special = row.contains("special") && row["special"] == true;
            CUTAWAY_TRY_STATUS(place(file, vocabulary, row["content"].get<std::string>(), row["id"], special ? TokenType::control : TokenType::userDefined, true));
        }
    }
    if (rows > 0 && vocabulary.texts.size() > std::size_t(rows))
        return file.damaged("model.vocab", "has the id " + std::to_string(vocabulary.texts.size() - 1) + ", but config.json names " + std::to_string(rows) + " tokens");
    fillGaps(vocabulary, rows);
    return vocabulary;
}

base::Result<std::vector<std::pair<std::string, std::string>>> readHfMerges(const JsonFile& model)
{
    std::vector<std::pair<std::string, std::string>> merges;
    const Json* rows = model.find("merges");
    if (!rows || !rows->is_array())
        return model.damaged("model.merges", "is no list");
    for (const Json& row : *rows) {
        if (row.is_array() && row.size() == 2 && row[0].is_string() && row[1].is_string()) {
            merges.emplace_back(row[0].get<std::string>(), row[1].get<std::string>());
            continue;
        }
        const std::string text = row.is_string() ? row.get<std::string>() : "";
        const std::size_t space = text.find(' ', 1);
        if (text.empty() || space == std::string::npos)
            return model.damaged("model.merges", "holds " + base::quoted(row.dump(-1, ' ', false, Json::error_handler_t::replace)) + ", wanted are pairs of texts");
        merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    }
    return merges;
}

} // namespace cutaway::formats::hf
