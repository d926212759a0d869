#pragma once
#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace cutaway::formats {

/// One metadata value. Integers keep their sign class, widened to 64 bits; a float is widened to double; arrays of integers are widened alike.
/// An array of arrays holds values that are arrays themselves.
struct MetaValue {
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string, std::vector<std::uint64_t>, std::vector<std::int64_t>,
        std::vector<float>, std::vector<double>, std::vector<bool>, std::vector<std::string>, std::vector<MetaValue>>
        value;
    std::string typeName; ///< as the file has it: "u32", "f32", "str", "arr[str]", for inspection and exact rewriting
};

/// Elements of an array; 1 for a scalar.
std::size_t elementCount(const MetaValue& value);
bool isArray(const MetaValue& value);

/// The keys of a model file, in file order, with typed access. Errors name the key, the type found and the type wanted: notFound for a key
/// that is missing, corruptFile for one of another type or out of range. A key that is present with a wrong type is an error for the
/// `...Or` readers too.
class Metadata {
public:
    /// @return false, and nothing is added, when the key is there already
    bool add(std::string key, MetaValue value);
    /// Adds the key, or gives the one that is there another value in its place.
    void set(std::string_view key, MetaValue value);
    /// Takes the key out, if it is there.
    void remove(std::string_view key);
    const std::vector<std::pair<std::string, MetaValue>>& entries() const { return m_entries; }
    /// Borrowed; valid until the next add().
    const MetaValue* find(std::string_view key) const;
    bool has(std::string_view key) const { return find(key) != nullptr; }

    /// Any integer type that holds the value without loss is accepted.
    base::Result<std::int64_t> integer(std::string_view key) const;
    base::Result<std::int64_t> integerOr(std::string_view key, std::int64_t fallback) const;
    /// Finite floats only.
    base::Result<float> real(std::string_view key) const;
    base::Result<float> realOr(std::string_view key, float fallback) const;
    base::Result<bool> boolean(std::string_view key) const;
    base::Result<bool> booleanOr(std::string_view key, bool fallback) const;
    base::Result<std::string> text(std::string_view key) const;
    base::Result<std::string> textOr(std::string_view key, std::string_view fallback) const;
    /// A scalar (repeated) or an array of exactly `count` integers.
    base::Result<std::vector<std::int64_t>> integersPerLayer(std::string_view key, std::size_t count) const;
    /// Borrowed; valid as long as this object. An error when the key is missing or of another type.
    base::Result<const std::vector<std::string>*> strings(std::string_view key) const;
    base::Result<const std::vector<float>*> reals(std::string_view key) const;
    base::Result<std::vector<std::int64_t>> integers(std::string_view key) const;

private:
    struct KeyHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view key) const { return std::hash<std::string_view> {}(key); }
    };

    template <class T> base::Result<const T*> typed(std::string_view key, const char* wanted) const;
    base::Result<const MetaValue*> present(std::string_view key) const;

    std::vector<std::pair<std::string, MetaValue>> m_entries;
    std::unordered_map<std::string, std::size_t, KeyHash, std::equal_to<>> m_index;
};

} // namespace cutaway::formats
