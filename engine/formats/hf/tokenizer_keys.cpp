#include "engine/formats/hf/tokenizer_keys.h"

#include "engine/base/text.h"
#include "engine/formats/hf/vocabulary.h"
#include "engine/io/byte_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace cutaway::formats::hf {
namespace {

void setText(Metadata& metadata, const char* key, std::string value) { metadata.set(key, { std::move(value), "str" }); }
void setFlag(Metadata& metadata, const char* key, bool value) { metadata.set(key, { value, "bool" }); }

/// A member of an object that may be anything.
const Json& member(const Json& json, const char* key)
{
    static const Json nothing;
    if (!json.is_object())
        return nothing;
    const auto found = json.find(key);
    return found == json.end() ? nothing : *found;
}

std::string textOf(const Json& json) { return json.is_string() ? json.get<std::string>() : std::string(); }
std::string typeOf(const Json& json) { return textOf(member(json, "type")); }

/// The steps of a normalizer or pre-tokenizer: those of a sequence, or the one there is.
std::vector<const Json*> stepsOf(const Json& json, const char* listKey)
{
    std::vector<const Json*> steps;
    if (typeOf(json) != "Sequence") {
        if (json.is_object())
            steps.push_back(&json);
        return steps;
    }
    for (const Json& step : member(json, listKey))
        steps.push_back(&step);
    return steps;
}

const Json* stepOf(const Json& json, const char* listKey, std::string_view type)
{
    const auto steps = stepsOf(json, listKey);
    const auto found = std::ranges::find_if(steps, [type](const Json* step) { return typeOf(*step) == type; });
    return found == steps.end() ? nullptr : *found;
}

/// A pattern of byte-level pre-tokenizers and the name that GGUF has for it.
struct Pattern {
    std::string_view regex;
    std::string_view name;
};
constexpr std::array<Pattern, 3> kPatterns { {
    { R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)", "llama-bpe" },
    { R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)", "qwen2" },
    { R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)", "qwen35" },
} };

base::Result<std::string> preTokenizerName(const JsonFile& file)
{
    const Json& pre = member(file.json(), "pre_tokenizer");
    std::string regex;
    bool digits = false, otherStep = false;
    for (const Json* step : stepsOf(pre, "pretokenizers")) {
        const std::string type = typeOf(*step);
        if (type == "Split" && regex.empty())
            regex = textOf(member(member(*step, "pattern"), "Regex"));
        else if (type == "Digits" && member(*step, "individual_digits") == true)
            digits = true;
        else if (type != "ByteLevel")
            otherStep = true;
    }
    const auto* row = std::ranges::find(kPatterns, regex, &Pattern::regex);
    if (!otherStep && !digits && row != kPatterns.end())
        return std::string(row->name);
    if (!otherStep && regex.empty())
        return std::string(digits ? "smollm" : "gpt-2");
    return file.unsupported("its pre_tokenizer cuts text by " + base::quoted(pre.dump(-1, ' ', false, Json::error_handler_t::replace), 300) + ", which no pre-tokenizer of this build does");
}

/// The role of a token and the key GGUF has for it.
struct Role {
    const char* theirs;
    const char* ours;
};
constexpr std::array<Role, 7> kRoles { { { "bos_token", "tokenizer.ggml.bos_token_id" }, { "eos_token", "tokenizer.ggml.eos_token_id" },
    { "unk_token", "tokenizer.ggml.unknown_token_id" }, { "pad_token", "tokenizer.ggml.padding_token_id" }, { "sep_token", "tokenizer.ggml.seperator_token_id" },
    { "mask_token", "tokenizer.ggml.mask_token_id" }, { "cls_token", "tokenizer.ggml.bos_token_id" } } };

/// The text of a role's token: text itself, or an object with it.
std::string roleText(const Json& value) { return value.is_object() ? textOf(member(value, "content")) : textOf(value); }

/// A special token at that end of every text.
bool addsSpecial(const Json& postProcessor, bool front)
{
    for (const Json* step : stepsOf(postProcessor, "processors")) {
        const Json& single = member(*step, "single");
        if (single.is_array() && !single.empty() && (front ? single.front() : single.back()).contains("SpecialToken"))
            return true;
    }
    return false;
}

/// Reads one folder's tokenizer into keys.
class KeyWriter {
public:
    KeyWriter(const JsonFile& file, const JsonFile& model, HfVocabulary vocabulary, Metadata& metadata)
        : m_file(file)
        , m_model(model)
        , m_vocabulary(std::move(vocabulary))
        , m_metadata(metadata)
    {
    }

    base::Status write()
    {
        CUTAWAY_TRY(const std::string type, m_model.textOr("type", ""));
        if (type == "WordPiece") {
            CUTAWAY_TRY_STATUS(wordPiece());
        } else if (type != "BPE") {
            return m_file.unsupported("its tokenizer is of type " + base::quoted(type) + ", readable are BPE and WordPiece");
        } else if (stepOf(member(m_file.json(), "pre_tokenizer"), "pretokenizers", "ByteLevel")) {
            CUTAWAY_TRY_STATUS(byteLevel());
        } else {
            CUTAWAY_TRY_STATUS(byteFallback());
        }
        tokens();
        return base::ok();
    }

    void roles(const Json& config)
    {
        for (const Role& role : kRoles) {
            const std::int64_t id = m_vocabulary.find(roleText(member(config, role.theirs)));
            if (id >= 0 && !m_metadata.has(role.ours))
                m_metadata.set(role.ours, { std::uint64_t(id), "u32" });
        }
    }

private:
    base::Status byteLevel()
    {
        setText(m_metadata, "tokenizer.ggml.model", "gpt2");
        CUTAWAY_TRY(std::string pre, preTokenizerName(m_file));
        setText(m_metadata, "tokenizer.ggml.pre", std::move(pre));
        CUTAWAY_TRY(const auto merges, readHfMerges(m_model));
        std::vector<std::string> rows;
        for (const auto& [left, right] : merges)
            rows.push_back(left + " " + right);
        m_metadata.set("tokenizer.ggml.merges", { std::move(rows), "arr[str]" });
        addsEnds();
        return base::ok();
    }

    /// Texts with U+2581 for spaces, merged by score: the earlier a token is made, the higher its score.
    base::Status byteFallback()
    {
        CUTAWAY_TRY(const bool fallback, m_model.booleanOr("byte_fallback", false));
        if (!fallback)
            return m_file.unsupported("its BPE works neither on bytes (ByteLevel) nor with byte_fallback");
        setText(m_metadata, "tokenizer.ggml.model", "llama");
        CUTAWAY_TRY(const auto merges, readHfMerges(m_model));
        std::vector<float> scores(m_vocabulary.texts.size(), -float(merges.size()) - 1);
        for (std::size_t rank = merges.size(); rank-- > 0;) {
            const std::int64_t id = m_vocabulary.find(merges[rank].first + merges[rank].second);
            if (id >= 0)
                scores[std::size_t(id)] = -float(rank);
        }
        m_metadata.set("tokenizer.ggml.scores", { std::move(scores), "arr[f32]" });
        for (std::size_t i = 0; i < m_vocabulary.texts.size(); ++i) {
            const std::string& text = m_vocabulary.texts[i];
            if (text.size() == 6 && text.starts_with("<0x") && text.back() == '>')
                m_vocabulary.types[i] = TokenType::byte;
        }
        const Json& normalizer = member(m_file.json(), "normalizer");
        const Json* metaspace = stepOf(member(m_file.json(), "pre_tokenizer"), "pretokenizers", "Metaspace");
        const std::string scheme = metaspace ? textOf(member(*metaspace, "prepend_scheme")) : "";
        const bool prefixed = scheme == "first" || scheme == "always" || (metaspace && member(*metaspace, "add_prefix_space") == true);
        setFlag(m_metadata, "tokenizer.ggml.add_space_prefix", prefixed || stepOf(normalizer, "normalizers", "Prepend"));
        addsEnds();
        return base::ok();
    }

    /// GGUF marks the beginnings of words, the folder what follows a beginning.
    base::Status wordPiece()
    {
        setText(m_metadata, "tokenizer.ggml.model", "bert");
        CUTAWAY_TRY(const std::string prefix, m_model.textOr("continuing_subword_prefix", "##"));
        for (std::size_t i = 0; i < m_vocabulary.texts.size(); ++i) {
            std::string& text = m_vocabulary.texts[i];
            if (m_vocabulary.added[i] || m_vocabulary.types[i] == TokenType::unused || isBracketed(text))
                continue;
            text = text.starts_with(prefix) && text.size() > prefix.size() ? text.substr(prefix.size()) : std::string(kSpaceMark) + text;
        }
        const Json* normalizer = stepOf(member(m_file.json(), "normalizer"), "normalizers", "BertNormalizer");
        if (!normalizer)
            return m_file.unsupported("its WordPiece has no BertNormalizer");
        const bool lowerCase = member(*normalizer, "lowercase") == true;
        setFlag(m_metadata, "tokenizer.ggml.normalizer.lowercase", lowerCase);
        const Json& strip = member(*normalizer, "strip_accents");
        setFlag(m_metadata, "tokenizer.ggml.normalizer.strip_accents", strip.is_boolean() ? strip.get<bool>() : lowerCase);
        constexpr std::uint64_t kSegments = 2;
        m_metadata.set("tokenizer.ggml.token_type_count", { kSegments, "u32" });
        return base::ok();
    }

    /// "[unused1]" and the like stay as they are.
    static bool isBracketed(std::string_view text) { return text.size() > 2 && text.front() == '[' && text.back() == ']'; }

    void addsEnds()
    {
        const Json& postProcessor = member(m_file.json(), "post_processor");
        setFlag(m_metadata, "tokenizer.ggml.add_bos_token", addsSpecial(postProcessor, true));
        setFlag(m_metadata, "tokenizer.ggml.add_eos_token", addsSpecial(postProcessor, false));
    }

    void tokens()
    {
        const std::int64_t unknown = m_vocabulary.find(textOf(member(m_model.json(), "unk_token")));
        if (unknown >= 0)
            m_vocabulary.types[std::size_t(unknown)] = TokenType::unknown;
        std::vector<std::int64_t> types;
        for (const TokenType type : m_vocabulary.types)
            types.push_back(std::int64_t(type));
        m_metadata.set("tokenizer.ggml.tokens", { m_vocabulary.texts, "arr[str]" });
        m_metadata.set("tokenizer.ggml.token_type", { std::move(types), "arr[i32]" });
    }

    const JsonFile& m_file;
    const JsonFile& m_model;
    HfVocabulary m_vocabulary;
    Metadata& m_metadata;
};

/// chat_template: text, or a list of named ones.
void addTemplates(const Json& value, Metadata& metadata)
{
    if (value.is_string())
        setText(metadata, "tokenizer.chat_template", value.get<std::string>());
    if (!value.is_array())
        return;
    for (const Json& row : value) {
        const std::string name = textOf(member(row, "name"));
        const std::string key = name == "default" ? "tokenizer.chat_template" : "tokenizer.chat_template." + name;
        setText(metadata, key.c_str(), textOf(member(row, "template")));
    }
}

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
}

} // namespace

base::Status addTokenizerKeys(const JsonFile& file, const JsonFile& config, std::int64_t rows, Metadata& metadata)
{
    CUTAWAY_TRY(const JsonFile model, file.object("model"));
    CUTAWAY_TRY(HfVocabulary vocabulary, readHfVocabulary(file, model, rows));
    KeyWriter writer(file, model, std::move(vocabulary), metadata);
    CUTAWAY_TRY_STATUS(writer.write());
    writer.roles(config.json());
    addTemplates(member(config.json(), "chat_template"), metadata);
    return base::ok();
}

base::Status addTokenizerKeys(const std::string& folder, std::int64_t rows, Metadata& metadata)
{
    const std::filesystem::path place(folder);
    const std::string configPath = (place / "tokenizer_config.json").string();
    CUTAWAY_TRY(const JsonFile file, JsonFile::open((place / "tokenizer.json").string()));
    CUTAWAY_TRY(const JsonFile config, isThere(configPath) ? JsonFile::open(configPath) : JsonFile::parse(configPath, "{}"));
    CUTAWAY_TRY_STATUS(addTokenizerKeys(file, config, rows, metadata));
    if (isThere(place / "chat_template.jinja")) {
        CUTAWAY_TRY(const auto source, io::mapFile((place / "chat_template.jinja").string()));
        setText(metadata, "tokenizer.chat_template", std::string(reinterpret_cast<const char*>(source->bytes().data()), source->bytes().size()));
    }
    return base::ok();
}

} // namespace cutaway::formats::hf
