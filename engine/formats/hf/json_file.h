#pragma once
#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::formats::hf {

using Json = nlohmann::ordered_json;

/// A JSON object of a model folder, with typed access whose errors name file, key and value.
class JsonFile {
public:
    /// Errors: those of mapping the file; corruptFile when it is no JSON object.
    static base::Result<JsonFile> open(const std::string& path);
    /// The same for text that is in memory already. @param path  for messages
    static base::Result<JsonFile> parse(std::string path, std::string_view text);
    /// An object inside this one; an empty one when it is not there. Errors: corruptFile when it is something else.
    base::Result<JsonFile> object(const char* key) const;

    const Json& json() const { return m_json; }
    const std::string& path() const { return m_path; }
    /// nullptr when the key is missing or null.
    const Json* find(const char* key) const;

    base::Result<std::int64_t> integer(const char* key) const;
    base::Result<std::optional<std::int64_t>> integerIfThere(const char* key) const;
    base::Result<std::optional<double>> realIfThere(const char* key) const;
    base::Result<bool> booleanOr(const char* key, bool fallback) const;
    base::Result<std::string> textOr(const char* key, std::string_view fallback) const;

    /// "Damaged file 'config.json': the key 'x' <what>."
    base::Error damaged(std::string_view key, const std::string& what) const;
    /// "Cannot read 'config.json': <what>."
    base::Error unsupported(const std::string& what) const;

private:
    JsonFile(std::string path, Json json) : m_path(std::move(path)), m_json(std::move(json)) {}

    std::string m_path;
    Json m_json;
};

} // namespace cutaway::formats::hf
