#include "engine/formats/hf/json_file.h"

#include "engine/base/text.h"
#include "engine/formats/file_error.h"
#include "engine/io/byte_source.h"

#include <cmath>

namespace cutaway::formats::hf {
namespace {

std::string shown(const Json& value) { return base::quoted(value.dump(-1, ' ', false, Json::error_handler_t::replace)); }

} // namespace

base::Result<JsonFile> JsonFile::open(const std::string& path)
{
    CUTAWAY_TRY(const auto source, io::mapFile(path));
    const std::span<const std::byte> bytes = source->bytes();
    return parse(path, { reinterpret_cast<const char*>(bytes.data()), bytes.size() });
}

base::Result<JsonFile> JsonFile::parse(std::string path, std::string_view text)
{
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return damagedFile(path, { "text" }, "is no JSON object");
    return JsonFile(std::move(path), std::move(json));
}

base::Result<JsonFile> JsonFile::object(const char* key) const
{
    const Json* value = find(key);
    if (!value)
        return JsonFile(m_path, Json::object());
    if (!value->is_object())
        return damaged(key, "is " + shown(*value) + ", wanted is an object");
    return JsonFile(m_path, *value);
}

const Json* JsonFile::find(const char* key) const
{
    const auto found = m_json.find(key);
    return found == m_json.end() || found->is_null() ? nullptr : &*found;
}

base::Result<std::int64_t> JsonFile::integer(const char* key) const
{
    CUTAWAY_TRY(const auto value, integerIfThere(key));
    if (!value)
        return damaged(key, "is missing");
    return *value;
}

base::Result<std::optional<std::int64_t>> JsonFile::integerIfThere(const char* key) const
{
    const Json* value = find(key);
    if (!value)
        return std::optional<std::int64_t> {};
    constexpr std::int64_t kLargest = std::int64_t(1) << 32; // of what any size or id may be
    if (!value->is_number_integer() || *value < 0 || *value > kLargest)
        return damaged(key, "is " + shown(*value) + ", wanted is a number from 0 to " + std::to_string(kLargest));
    return std::optional(value->get<std::int64_t>());
}

base::Result<std::optional<double>> JsonFile::realIfThere(const char* key) const
{
    const Json* value = find(key);
    if (!value)
        return std::optional<double> {};
    if (!value->is_number() || !std::isfinite(value->get<double>()))
        return damaged(key, "is " + shown(*value) + ", wanted is a number");
    return std::optional(value->get<double>());
}

base::Result<bool> JsonFile::booleanOr(const char* key, bool fallback) const
{
    const Json* value = find(key);
    if (value && !value->is_boolean())
        return damaged(key, "is " + shown(*value) + ", wanted is true or false");
    return value ? value->get<bool>() : fallback;
}

base::Result<std::string> JsonFile::textOr(const char* key, std::string_view fallback) const
{
    const Json* value = find(key);
    if (value && !value->is_string())
        return damaged(key, "is " + shown(*value) + ", wanted is text");
    return value ? value->get<std::string>() : std::string(fallback);
}

base::Error JsonFile::damaged(std::string_view key, const std::string& what) const { return damagedFile(m_path, { "key", key }, what); }

base::Error JsonFile::unsupported(const std::string& what) const { return unreadableFile(m_path, what); }

} // namespace cutaway::formats::hf
