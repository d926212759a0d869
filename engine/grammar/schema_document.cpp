#include "engine/grammar/schema_document.h"

#include "engine/base/text.h"
#include "engine/grammar/grammar_error.h"

#include <algorithm>
#include <array>

namespace cutaway::grammar {
namespace {

constexpr std::size_t kMaxBytes = std::size_t(1) << 20;
constexpr int kMaxMerged = 64; ///< parts of one allOf, those inside of them included

constexpr std::array<std::string_view, 17> kAnnotations { "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema",
    "$id", "$comment", "$anchor", "$defs", "definitions", "contentMediaType", "contentEncoding", "example", "$vocabulary" };

/// Takes every event and keeps only where reading failed.
struct ErrorFinder : nlohmann::json_sax<Json> {
    std::size_t at = 0;
    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool string(string_t& /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*elements*/) override { return true; }
    bool key(string_t& /*value*/) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t /*elements*/) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::detail::exception& /*problem*/) override
    {
        at = position;
        return false;
    }
};

class Merger {
public:
    explicit Merger(const Json& document) : m_document(document) {}
    base::Status add(const Json& schema, const std::string& path)
    {
        if (++m_parts > kMaxMerged)
            return schemaError(path, "allOf joins more than " + std::to_string(kMaxMerged) + " schemas");
        if (!schema.is_object())
            return schemaError(path, "a part of allOf must be an object");
        for (const auto& [key, value] : schema.items()) {
            if (key == "allOf") {
                CUTAWAY_TRY_STATUS(addAll(value, path + "/allOf"));
            } else if (key == "$ref" && value.is_string()) {
                CUTAWAY_TRY(const Json* target, resolveReference(m_document, value.get<std::string>(), path));
                CUTAWAY_TRY_STATUS(add(*target, path + "/$ref"));
            } else if (!isAnnotation(key)) {
                CUTAWAY_TRY_STATUS(addKeyword(key, value, path));
            }
        }
        return base::ok();
    }
    Json take() { return std::move(m_merged); }

private:
    base::Status addAll(const Json& parts, const std::string& path)
    {
        if (!parts.is_array() || parts.empty())
            return schemaError(path, "allOf must be a list of schemas");
        for (std::size_t i = 0; i < parts.size(); ++i) {
            CUTAWAY_TRY_STATUS(add(parts[i], path + "/" + std::to_string(i)));
        }
        return base::ok();
    }
    base::Status addKeyword(const std::string& key, const Json& value, const std::string& path)
    {
        const bool firstTime = !m_merged.contains(key);
        Json& merged = m_merged[key];
        if (firstTime) {
            merged = value;
        } else if (key == "properties" && value.is_object() && merged.is_object()) {
            for (const auto& [name, schema] : value.items())
                merged[name] = merged.contains(name) && merged[name] != schema ? Json { { "allOf", { merged[name], schema } } } : schema;
        } else if (key == "required" && value.is_array() && merged.is_array()) {
            merged.insert(merged.end(), value.begin(), value.end());
        } else if (key == "enum" && value.is_array() && merged.is_array()) {
            Json both = Json::array();
            std::ranges::copy_if(merged, std::back_inserter(both), [&](const Json& one) { return std::ranges::find(value, one) != value.end(); });
            merged = both;
        } else if (value.is_number() && merged.is_number() && (key.starts_with("min") || key == "exclusiveMinimum")) {
            merged = merged < value ? value : merged;
        } else if (value.is_number() && merged.is_number() && (key.starts_with("max") || key == "exclusiveMaximum")) {
            merged = value < merged ? value : merged;
        } else if (merged != value) {
            return schemaError(path, "allOf joins two different values of " + base::quoted(key), base::ErrorCode::unsupported);
        }
        const bool closed = m_merged.contains("additionalProperties") && m_merged["additionalProperties"] != Json(true);
        m_propertyLists += key == "properties" ? 1 : 0;
        if (closed && m_propertyLists > 1)
            return schemaError(path, "allOf joins properties with additionalProperties of one part", base::ErrorCode::unsupported);
        return base::ok();
    }

    const Json& m_document;
    Json m_merged = Json::object();
    int m_parts = 0, m_propertyLists = 0;
};

/// A part of a JSON pointer, without its escapes.
std::string unescaped(std::string_view part) { return base::replaced(base::replaced(part, "~1", "/"), "~0", "~"); }

} // namespace

base::Result<Json> parseSchemaText(std::string_view text)
{
    if (text.size() > kMaxBytes)
        return base::Error { base::ErrorCode::invalidArgument,
            "The JSON Schema has " + base::formatBytes(text.size()) + "; at most " + base::formatBytes(kMaxBytes) + " are read.", "schema", {} };
    Json document = Json::parse(text, nullptr, false);
    if (!document.is_discarded())
        return document;
    ErrorFinder finder;
    Json::sax_parse(text, &finder);
    base::Error error = grammarError(text, std::min(finder.at == 0 ? 0 : finder.at - 1, text.size()), "this is no JSON");
    error.message.replace(0, std::string_view("Grammar").size(), "JSON Schema");
    return error;
}

base::Error schemaError(const std::string& path, const std::string& what, base::ErrorCode code)
{
    return { code, "The JSON Schema at " + base::quoted(path, 200) + ": " + what + ".", "schema", {} };
}

base::Result<const Json*> resolveReference(const Json& document, const std::string& reference, const std::string& path)
{
    if (!reference.starts_with("#"))
        return schemaError(path, base::quoted(reference) + " refers to another document; only '#/...' is read", base::ErrorCode::unsupported);
    const Json* target = &document;
    std::string_view rest = std::string_view(reference).substr(1);
    while (target != nullptr && rest.starts_with("/")) {
        const std::size_t end = std::min(rest.find('/', 1), rest.size());
        const std::string part = unescaped(rest.substr(1, end - 1));
        rest.remove_prefix(end);
        const bool isIndex = !part.empty() && part.size() < 9 && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
        if (target->is_object() && target->contains(part))
            target = &(*target)[part];
        else if (target->is_array() && isIndex && std::stoul(part) < target->size())
            target = &(*target)[std::stoul(part)];
        else
            target = nullptr;
    }
    if (target == nullptr || !rest.empty())
        return schemaError(path, "there is nothing at " + base::quoted(reference));
    return target;
}

base::Result<Json> mergeAllOf(const Json& document, const Json& schema, const std::string& path)
{
    Merger merger(document);
    CUTAWAY_TRY_STATUS(merger.add(schema, path));
    return merger.take();
}

bool isAnnotation(const std::string& keyword) { return std::ranges::find(kAnnotations, keyword) != kAnnotations.end(); }

} // namespace cutaway::grammar
