#include "engine/formats/gguf_metadata.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"

#include <algorithm>
#include <array>

namespace cutaway::formats {
namespace {

constexpr std::uint64_t kMaxKeyBytes = 65535; // of the format's specification
constexpr std::uint64_t kMaxStringBytes = std::uint64_t(1) << 30;
/// Of all arrays of a file together. An element takes up to 32 bytes in memory, whatever it takes in the file: this bounds the sum at 2 GiB.
constexpr std::uint64_t kMaxElements = std::uint64_t(1) << 26;
constexpr std::uint64_t kElementsOfArray = 3; // an inner array takes the memory of three elements before its own are counted
constexpr int kMaxDepth = 8;

struct TypeRow {
    const char* name;
    std::uint64_t minBytes; ///< of one value in the file
};

/// In the order of GgufType.
constexpr std::array<TypeRow, 13> kTypes { { { "u8", 1 }, { "i8", 1 }, { "u16", 2 }, { "i16", 2 }, { "u32", 4 }, { "i32", 4 }, { "f32", 4 },
    { "bool", 1 }, { "str", 8 }, { "arr", 12 }, { "u64", 8 }, { "i64", 8 }, { "f64", 8 } } };

const TypeRow& typeRow(GgufType type) { return kTypes[std::size_t(type)]; }
std::string arrayName(GgufType type) { return "arr[" + std::string(ggufTypeName(type)) + "]"; }

/// Reads the values of one file, counting array elements over all keys.
class ValueReader {
public:
    explicit ValueReader(GgufCursor& cursor) : m_cursor(cursor) {}

    base::Result<MetaValue> value(std::string_view key)
    {
        CUTAWAY_TRY(const GgufType type, readType({ "value type of key", key }));
        return type == GgufType::array ? array(key, 1) : scalar(key, type);
    }

private:
    base::Result<GgufType> readType(const Field& field)
    {
        CUTAWAY_TRY(const auto number, m_cursor.number<std::uint32_t>(field));
        if (number >= kTypes.size())
            return m_cursor.damaged(field, "is " + std::to_string(number) + ", the highest is " + std::to_string(kTypes.size() - 1));
        return GgufType(number);
    }

    template <class Stored, class Kept> base::Result<MetaValue> number(std::string_view key, GgufType type)
    {
        CUTAWAY_TRY(const Stored stored, m_cursor.number<Stored>({ "value of key", key }));
        return MetaValue { Kept(stored), typeRow(type).name };
    }

    base::Result<MetaValue> scalar(std::string_view key, GgufType type)
    {
        switch (type) {
        case GgufType::u8: return number<std::uint8_t, std::uint64_t>(key, type);
        case GgufType::i8: return number<std::int8_t, std::int64_t>(key, type);
        case GgufType::u16: return number<std::uint16_t, std::uint64_t>(key, type);
        case GgufType::i16: return number<std::int16_t, std::int64_t>(key, type);
        case GgufType::u32: return number<std::uint32_t, std::uint64_t>(key, type);
        case GgufType::i32: return number<std::int32_t, std::int64_t>(key, type);
        case GgufType::f32: return number<float, double>(key, type);
        // A byte, not a language bool: files hold other values than 0 and 1.
        case GgufType::boolean: return number<std::uint8_t, bool>(key, type);
        case GgufType::text: {
            CUTAWAY_TRY(const std::string_view text, m_cursor.string({ "value of key", key }, kMaxStringBytes));
            return MetaValue { std::string(text), typeRow(type).name };
        }
        case GgufType::u64: return number<std::uint64_t, std::uint64_t>(key, type);
        case GgufType::i64: return number<std::int64_t, std::int64_t>(key, type);
        case GgufType::f64: return number<double, double>(key, type);
        case GgufType::array: break;
        }
        return array(key, 1);
    }

    /// @pre the cursor holds count elements (checked by array())
    template <class Stored, class Kept> base::Result<MetaValue> numbers(std::string_view key, GgufType type, std::uint64_t count)
    {
        std::vector<Kept> values;
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            CUTAWAY_TRY(const Stored stored, m_cursor.number<Stored>({ "value of key", key }));
            values.push_back(Kept(stored));
        }
        return MetaValue { std::move(values), arrayName(type) };
    }

    base::Result<MetaValue> texts(std::string_view key, std::uint64_t count)
    {
        std::vector<std::string> values;
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            CUTAWAY_TRY(const std::string_view text, m_cursor.string({ "element of key", key, std::int64_t(i) }, kMaxStringBytes));
            values.emplace_back(text);
        }
        return MetaValue { std::move(values), arrayName(GgufType::text) };
    }

    base::Result<MetaValue> arrays(std::string_view key, std::uint64_t count, int depth)
    {
        if (depth == kMaxDepth)
            return m_cursor.damaged({ "array of key", key }, "lies " + std::to_string(depth + 1) + " deep, at most " + std::to_string(kMaxDepth) + " are allowed");
        std::vector<MetaValue> values;
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            CUTAWAY_TRY(MetaValue value, array(key, depth + 1));
            values.push_back(std::move(value));
        }
        return MetaValue { std::move(values), arrayName(GgufType::array) };
    }

    /// @param depth  1 for an array that is no element of another
    base::Result<MetaValue> array(std::string_view key, int depth)
    {
        CUTAWAY_TRY(const GgufType type, readType({ "element type of key", key }));
        const Field field { "array length of key", key };
        CUTAWAY_TRY(const auto count, m_cursor.number<std::uint64_t>(field));
        if (count > m_cursor.remaining() / typeRow(type).minBytes)
            return m_cursor.damaged(field,
                "is " + std::to_string(count) + ", but the " + std::to_string(m_cursor.remaining())
                    + " bytes that are left of the file hold at most " + std::to_string(m_cursor.remaining() / typeRow(type).minBytes)
                    + " elements");
        const std::uint64_t weight = type == GgufType::array ? kElementsOfArray : 1;
        if (count > (kMaxElements - m_elements) / weight)
            return m_cursor.damaged(field,
                "is " + std::to_string(count) + ", which makes more than " + std::to_string(kMaxElements) + " elements in all arrays");
        m_elements += count * weight;
        return type == GgufType::array ? arrays(key, count, depth) : elements(key, type, count);
    }

    base::Result<MetaValue> elements(std::string_view key, GgufType type, std::uint64_t count)
    {
        switch (type) {
        case GgufType::u8: return numbers<std::uint8_t, std::uint64_t>(key, type, count);
        case GgufType::i8: return numbers<std::int8_t, std::int64_t>(key, type, count);
        case GgufType::u16: return numbers<std::uint16_t, std::uint64_t>(key, type, count);
        case GgufType::i16: return numbers<std::int16_t, std::int64_t>(key, type, count);
        case GgufType::u32: return numbers<std::uint32_t, std::uint64_t>(key, type, count);
        case GgufType::i32: return numbers<std::int32_t, std::int64_t>(key, type, count);
        case GgufType::f32: return numbers<float, float>(key, type, count);
        case GgufType::boolean: return numbers<std::uint8_t, bool>(key, type, count);
        case GgufType::u64: return numbers<std::uint64_t, std::uint64_t>(key, type, count);
        case GgufType::i64: return numbers<std::int64_t, std::int64_t>(key, type, count);
        case GgufType::f64: return numbers<double, double>(key, type, count);
        case GgufType::text:
        case GgufType::array: break;
        }
        return texts(key, count);
    }

    GgufCursor& m_cursor;
    std::uint64_t m_elements = 0;
};

base::Result<std::string_view> readKey(GgufCursor& cursor, std::int64_t index)
{
    const Field field { "name of key", {}, index };
    CUTAWAY_TRY(const std::string_view key, cursor.string(field, kMaxKeyBytes));
    if (key.empty())
        return cursor.damaged(field, "is empty (0 bytes), at least 1 byte is wanted");
    if (key.find('\0') != std::string_view::npos || !base::isUtf8(key))
        return cursor.damaged(field, "is " + base::quoted(key) + ", wanted is UTF-8 text without NUL");
    return key;
}

} // namespace

std::string_view ggufTypeName(GgufType type) { return typeRow(type).name; }

std::optional<GgufType> findGgufType(std::string_view name)
{
    const auto it = std::ranges::find_if(kTypes, [name](const TypeRow& row) { return name == row.name; });
    return it == kTypes.end() ? std::nullopt : std::optional(GgufType(it - kTypes.begin()));
}

std::optional<GgufType> ggufElementType(std::string_view typeName)
{
    constexpr std::string_view front = "arr[";
    if (!typeName.starts_with(front) || !typeName.ends_with(']'))
        return std::nullopt;
    return findGgufType(typeName.substr(front.size(), typeName.size() - front.size() - 1));
}

base::Result<Metadata> readGgufMetadata(GgufCursor& cursor, std::uint64_t count)
{
    Metadata metadata;
    ValueReader reader(cursor);
    for (std::uint64_t i = 0; i < count; ++i) {
        CUTAWAY_TRY(const std::string_view key, readKey(cursor, std::int64_t(i)));
        CUTAWAY_TRY(MetaValue value, reader.value(key));
        if (!metadata.add(std::string(key), std::move(value)))
            return cursor.damaged({ "key", key }, "stands in the file twice, at most once is allowed");
    }
    return metadata;
}

} // namespace cutaway::formats
