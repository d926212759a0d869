#include "tests/support/gguf_builder.h"

#include <fstream>

namespace cutaway::test {

GgufBytes& GgufBytes::text(std::string_view text) { return number(std::uint64_t(text.size())).raw(text); }

GgufBytes& GgufBytes::raw(std::string_view bytes)
{
    m_bytes += bytes;
    return *this;
}

GgufBytes& GgufBytes::header(std::uint64_t tensors, std::uint64_t keys, std::uint32_t version)
{
    return raw("GGUF").number(version).number(tensors).number(keys);
}

GgufBytes& GgufBytes::tensor(std::string_view name, const std::vector<std::uint64_t>& dims, std::uint32_t type, std::uint64_t offset)
{
    text(name).number(std::uint32_t(dims.size()));
    for (const std::uint64_t extent : dims)
        number(extent);
    return number(type).number(offset);
}

GgufBytes& GgufBuilder::addKey(std::string_view key, std::uint32_t type)
{
    ++m_keyCount;
    return m_keys.text(key).number(type);
}

GgufBytes& GgufBuilder::addArray(std::string_view key, std::uint32_t elementType, std::size_t count)
{
    return addKey(key, 9).number(elementType).number(std::uint64_t(count));
}

GgufBuilder& GgufBuilder::u8(std::string_view key, std::uint8_t value) { return addKey(key, 0).number(value), *this; }
GgufBuilder& GgufBuilder::u16(std::string_view key, std::uint16_t value) { return addKey(key, 2).number(value), *this; }
GgufBuilder& GgufBuilder::u32(std::string_view key, std::uint32_t value) { return addKey(key, 4).number(value), *this; }
GgufBuilder& GgufBuilder::u64(std::string_view key, std::uint64_t value) { return addKey(key, 10).number(value), *this; }
GgufBuilder& GgufBuilder::i32(std::string_view key, std::int32_t value) { return addKey(key, 5).number(value), *this; }
GgufBuilder& GgufBuilder::i64(std::string_view key, std::int64_t value) { return addKey(key, 11).number(value), *this; }
GgufBuilder& GgufBuilder::f32(std::string_view key, float value) { return addKey(key, 6).number(value), *this; }
GgufBuilder& GgufBuilder::f64(std::string_view key, double value) { return addKey(key, 12).number(value), *this; }
GgufBuilder& GgufBuilder::boolean(std::string_view key, bool value) { return addKey(key, 7).number(std::uint8_t(value)), *this; }
GgufBuilder& GgufBuilder::text(std::string_view key, std::string_view value) { return addKey(key, 8).text(value), *this; }

GgufBuilder& GgufBuilder::u32s(std::string_view key, const std::vector<std::uint32_t>& values)
{
    GgufBytes& bytes = addArray(key, 4, values.size());
    for (const std::uint32_t value : values)
        bytes.number(value);
    return *this;
}

GgufBuilder& GgufBuilder::i32s(std::string_view key, const std::vector<std::int32_t>& values)
{
    GgufBytes& bytes = addArray(key, 5, values.size());
    for (const std::int32_t value : values)
        bytes.number(value);
    return *this;
}

GgufBuilder& GgufBuilder::f32s(std::string_view key, const std::vector<float>& values)
{
    GgufBytes& bytes = addArray(key, 6, values.size());
    for (const float value : values)
        bytes.number(value);
    return *this;
}

GgufBuilder& GgufBuilder::booleans(std::string_view key, const std::vector<bool>& values)
{
    GgufBytes& bytes = addArray(key, 7, values.size());
    for (const bool value : values)
        bytes.number(std::uint8_t(value));
    return *this;
}

GgufBuilder& GgufBuilder::texts(std::string_view key, const std::vector<std::string>& values)
{
    GgufBytes& bytes = addArray(key, 8, values.size());
    for (const std::string& value : values)
        bytes.text(value);
    return *this;
}

GgufBuilder& GgufBuilder::rawKey(std::string_view key, std::uint32_t type, std::string_view bytes)
{
    addKey(key, type).raw(bytes);
    return *this;
}

GgufBuilder& GgufBuilder::tensorF32(std::string_view name, const std::vector<std::int64_t>& shape, const std::vector<float>& values)
{
    return tensorRaw(name, kernels::DType::f32, shape, { reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float) });
}

GgufBuilder& GgufBuilder::tensorRaw(
    std::string_view name, kernels::DType type, const std::vector<std::int64_t>& shape, std::string_view bytes)
{
    ++m_tensorCount;
    m_table.tensor(name, { shape.rbegin(), shape.rend() }, std::uint32_t(type), m_data.size());
    m_data += bytes;
    m_data.resize((m_data.size() + m_alignment - 1) / m_alignment * m_alignment, '\0');
    return *this;
}

GgufBuilder& GgufBuilder::version(std::uint32_t version)
{
    m_version = version;
    return *this;
}

GgufBuilder& GgufBuilder::alignment(std::uint32_t alignment)
{
    m_alignment = alignment;
    return u32("general.alignment", alignment);
}

std::string GgufBuilder::build() const
{
    std::string file = GgufBytes().header(m_tensorCount, m_keyCount, m_version).raw(m_keys.bytes()).raw(m_table.bytes()).bytes();
    if (m_tensorCount > 0)
        file.resize((file.size() + m_alignment - 1) / m_alignment * m_alignment, '\0');
    return file + m_data;
}

void GgufBuilder::write(const std::filesystem::path& path) const { std::ofstream(path, std::ios::binary) << build(); }

} // namespace cutaway::test
