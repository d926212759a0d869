#include "engine/formats/metadata_override.h"

#include "engine/base/text.h"
#include "engine/formats/gguf_metadata.h"

#include <charconv>
#include <limits>
#include <optional>

namespace cutaway::formats {
namespace {

base::Error badOverride(std::string_view text, const std::string& what)
{
    return { .code = base::ErrorCode::invalidArgument,
        .message = "The override " + base::quoted(text, 255) + " " + what + ".",
        .action = "Write KEY=TYPE:VALUE, for example llama.context_length=u32:8192." };
}

template <class T> std::optional<T> parseNumber(std::string_view text)
{
    T value {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// @param Stored  the type in the file, which bounds the value
/// @param Kept    its class in memory
template <class Stored, class Kept> std::optional<MetaValue> number(std::string_view text, GgufType type)
{
    const auto value = parseNumber<Stored>(text);
    return value ? std::optional(MetaValue { Kept(*value), std::string(ggufTypeName(type)) }) : std::nullopt;
}

std::optional<MetaValue> boolean(std::string_view text)
{
    if (text != "true" && text != "false" && text != "1" && text != "0")
        return std::nullopt;
    return MetaValue { text == "true" || text == "1", std::string(ggufTypeName(GgufType::boolean)) };
}

std::optional<MetaValue> parseValue(GgufType type, std::string_view text)
{
    switch (type) {
    case GgufType::u8: return number<std::uint8_t, std::uint64_t>(text, type);
    case GgufType::i8: return number<std::int8_t, std::int64_t>(text, type);
    case GgufType::u16: return number<std::uint16_t, std::uint64_t>(text, type);
    case GgufType::i16: return number<std::int16_t, std::int64_t>(text, type);
    case GgufType::u32: return number<std::uint32_t, std::uint64_t>(text, type);
    case GgufType::i32: return number<std::int32_t, std::int64_t>(text, type);
    case GgufType::u64: return number<std::uint64_t, std::uint64_t>(text, type);
    case GgufType::i64: return number<std::int64_t, std::int64_t>(text, type);
    case GgufType::f32: return number<float, double>(text, type);
    case GgufType::f64: return number<double, double>(text, type);
    case GgufType::boolean: return boolean(text);
    case GgufType::text: return MetaValue { std::string(text), std::string(ggufTypeName(type)) };
    case GgufType::array: break;
    }
    return std::nullopt;
}

std::optional<GgufType> overrideType(std::string_view name)
{
    if (name == "int")
        return GgufType::i64;
    if (name == "float")
        return GgufType::f32;
    const auto type = findGgufType(name);
    return type == GgufType::array ? std::nullopt : type;
}

} // namespace

base::Result<MetadataOverride> parseMetadataOverride(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::size_t colon = equals == std::string_view::npos ? equals : text.find(':', equals);
    if (colon == std::string_view::npos || equals == 0)
        return badOverride(text, "is not of the form KEY=TYPE:VALUE");
    const std::string_view typeName = text.substr(equals + 1, colon - equals - 1);
    const auto type = overrideType(typeName);
    if (!type)
        return badOverride(text, "has the type " + base::quoted(typeName) + ", which is none of u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, bool, str, int, float");
    auto value = parseValue(*type, text.substr(colon + 1));
    if (!value)
        return badOverride(text, "has the value " + base::quoted(text.substr(colon + 1)) + ", which is no value of type " + std::string(typeName));
    return MetadataOverride { std::string(text.substr(0, equals)), std::move(*value) };
}

} // namespace cutaway::formats
