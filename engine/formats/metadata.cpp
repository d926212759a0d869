#include "engine/formats/metadata.h"

#include "engine/base/text.h"

#include <cmath>
#include <limits>
#include <optional>

namespace cutaway::formats {
namespace {

using base::Error;
using base::ErrorCode;

template <class T> struct IsVector : std::false_type {};
template <class T> struct IsVector<std::vector<T>> : std::true_type {};

Error keyError(ErrorCode code, std::string_view key, const std::string& what)
{
    return { .code = code, .message = "Metadata key " + base::quoted(key) + " " + what + ".", .subject = std::string(key) };
}

Error wrongType(std::string_view key, const MetaValue& found, const std::string& wanted)
{
    return keyError(ErrorCode::corruptFile, key, "has the type " + found.typeName + ", wanted is " + wanted);
}

std::string limitText()
{
    return "is larger than " + std::to_string(std::numeric_limits<std::int64_t>::max()) + ", the largest integer that can be used here";
}

bool fits(std::uint64_t value) { return value <= std::uint64_t(std::numeric_limits<std::int64_t>::max()); }

} // namespace

std::size_t elementCount(const MetaValue& value)
{
    return std::visit(
        [](const auto& v) -> std::size_t {
            if constexpr (IsVector<std::decay_t<decltype(v)>>::value)
                return v.size();
            else
                return 1;
        },
        value.value);
}

bool isArray(const MetaValue& value)
{
    return std::visit([](const auto& v) { return IsVector<std::decay_t<decltype(v)>>::value; }, value.value);
}

bool Metadata::add(std::string key, MetaValue value)
{
    if (!m_index.try_emplace(key, m_entries.size()).second)
        return false;
    m_entries.emplace_back(std::move(key), std::move(value));
    return true;
}

void Metadata::set(std::string_view key, MetaValue value)
{
    if (const auto it = m_index.find(key); it != m_index.end())
        m_entries[it->second].second = std::move(value);
    else
        add(std::string(key), std::move(value));
}

void Metadata::remove(std::string_view key)
{
    const auto it = m_index.find(key);
    if (it == m_index.end())
        return;
    m_entries.erase(m_entries.begin() + std::ptrdiff_t(it->second));
    m_index.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_index.emplace(m_entries[i].first, i);
}

const MetaValue* Metadata::find(std::string_view key) const
{
    const auto it = m_index.find(key);
    return it == m_index.end() ? nullptr : &m_entries[it->second].second;
}

base::Result<const MetaValue*> Metadata::present(std::string_view key) const
{
    const MetaValue* found = find(key);
    if (!found)
        return keyError(ErrorCode::notFound, key, "is missing");
    return found;
}

template <class T> base::Result<const T*> Metadata::typed(std::string_view key, const char* wanted) const
{
    CUTAWAY_TRY(const MetaValue* found, present(key));
    const T* value = std::get_if<T>(&found->value);
    if (!value)
        return wrongType(key, *found, wanted);
    return value;
}

base::Result<std::int64_t> Metadata::integer(std::string_view key) const
{
    CUTAWAY_TRY(const MetaValue* found, present(key));
    if (const auto* value = std::get_if<std::int64_t>(&found->value))
        return *value;
    const auto* value = std::get_if<std::uint64_t>(&found->value);
    if (!value)
        return wrongType(key, *found, "an integer");
    if (!fits(*value))
        return keyError(ErrorCode::corruptFile, key, "is " + std::to_string(*value) + ", which " + limitText());
    return std::int64_t(*value);
}

base::Result<std::int64_t> Metadata::integerOr(std::string_view key, std::int64_t fallback) const
{
    return has(key) ? integer(key) : base::Result<std::int64_t>(fallback);
}

base::Result<float> Metadata::real(std::string_view key) const
{
    CUTAWAY_TRY(const double* value, typed<double>(key, "a float"));
    const auto narrowed = float(*value);
    if (!std::isfinite(narrowed))
        return keyError(ErrorCode::corruptFile, key, "is not a finite number");
    return narrowed;
}

base::Result<float> Metadata::realOr(std::string_view key, float fallback) const
{
    return has(key) ? real(key) : base::Result<float>(fallback);
}

base::Result<bool> Metadata::boolean(std::string_view key) const
{
    CUTAWAY_TRY(const bool* value, typed<bool>(key, "bool"));
    return *value;
}

base::Result<bool> Metadata::booleanOr(std::string_view key, bool fallback) const
{
    return has(key) ? boolean(key) : base::Result<bool>(fallback);
}

base::Result<std::string> Metadata::text(std::string_view key) const
{
    CUTAWAY_TRY(const std::string* value, typed<std::string>(key, "a string"));
    return *value;
}

base::Result<std::string> Metadata::textOr(std::string_view key, std::string_view fallback) const
{
    return has(key) ? text(key) : base::Result<std::string>(std::string(fallback));
}

base::Result<std::vector<std::int64_t>> Metadata::integersPerLayer(std::string_view key, std::size_t count) const
{
    CUTAWAY_TRY(const MetaValue* found, present(key));
    if (!isArray(*found)) {
        CUTAWAY_TRY(const std::int64_t value, integer(key));
        return std::vector<std::int64_t>(count, value);
    }
    if (elementCount(*found) != count)
        return keyError(ErrorCode::corruptFile, key,
            "has " + std::to_string(elementCount(*found)) + " elements, wanted is one for each of the " + std::to_string(count)
                + " layers");
    return integers(key);
}

base::Result<const std::vector<std::string>*> Metadata::strings(std::string_view key) const
{
    return typed<std::vector<std::string>>(key, "an array of strings");
}

base::Result<const std::vector<float>*> Metadata::reals(std::string_view key) const
{
    return typed<std::vector<float>>(key, "an array of 32-bit floats");
}

base::Result<std::vector<std::int64_t>> Metadata::integers(std::string_view key) const
{
    CUTAWAY_TRY(const MetaValue* found, present(key));
    if (const auto* values = std::get_if<std::vector<std::int64_t>>(&found->value))
        return *values;
    const auto* values = std::get_if<std::vector<std::uint64_t>>(&found->value);
    if (!values)
        return wrongType(key, *found, "an array of integers");
    std::vector<std::int64_t> converted;
    converted.reserve(values->size());
    for (std::size_t i = 0; i < values->size(); ++i) {
        if (!fits((*values)[i]))
            return keyError(
                ErrorCode::corruptFile, key, "[" + std::to_string(i) + "] is " + std::to_string((*values)[i]) + ", which " + limitText());
        converted.push_back(std::int64_t((*values)[i]));
    }
    return converted;
}

} // namespace cutaway::formats
