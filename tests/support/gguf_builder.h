#pragma once
#include "kernels/types/dtype.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway::test {

/// Puts values into bytes as GGUF stores them, without any check: also for files that are wrong on purpose.
class GgufBytes {
public:
    GgufBytes() = default;
    /// Numbers with their highest byte first.
    static GgufBytes bigEndian()
    {
        GgufBytes bytes;
        bytes.m_bigEndian = true;
        return bytes;
    }
    template <class T> GgufBytes& number(T value)
    {
        std::string raw(reinterpret_cast<const char*>(&value), sizeof(value));
        if (m_bigEndian)
            std::reverse(raw.begin(), raw.end());
        m_bytes += raw;
        return *this;
    }
    /// A 64-bit length and the text.
    GgufBytes& text(std::string_view text);
    GgufBytes& raw(std::string_view bytes);
    /// Magic, version, number of tensors, number of keys.
    GgufBytes& header(std::uint64_t tensors, std::uint64_t keys, std::uint32_t version = 3);
    /// A tensor's row of the table; dims as the file has them, innermost first.
    GgufBytes& tensor(std::string_view name, const std::vector<std::uint64_t>& dims, std::uint32_t type, std::uint64_t offset);
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
    bool m_bigEndian = false;
};

/// Makes small valid GGUF files for tests. Keys and tensors keep the order of the calls.
///
///     GgufBuilder builder;
///     builder.text("general.architecture", "llama").u32("llama.block_count", 2);
///     builder.tensorF32("output_norm.weight", { 4 }, { 1, 1, 1, 1 });
///     builder.write(folder.path() / "tiny.gguf");
class GgufBuilder {
public:
    GgufBuilder& u8(std::string_view key, std::uint8_t value);
    GgufBuilder& u16(std::string_view key, std::uint16_t value);
    GgufBuilder& u32(std::string_view key, std::uint32_t value);
    GgufBuilder& u64(std::string_view key, std::uint64_t value);
    GgufBuilder& i32(std::string_view key, std::int32_t value);
    GgufBuilder& i64(std::string_view key, std::int64_t value);
    GgufBuilder& f32(std::string_view key, float value);
    GgufBuilder& f64(std::string_view key, double value);
    GgufBuilder& boolean(std::string_view key, bool value);
    GgufBuilder& text(std::string_view key, std::string_view value);
    GgufBuilder& u32s(std::string_view key, const std::vector<std::uint32_t>& values);
    GgufBuilder& i32s(std::string_view key, const std::vector<std::int32_t>& values);
    GgufBuilder& f32s(std::string_view key, const std::vector<float>& values);
    GgufBuilder& booleans(std::string_view key, const std::vector<bool>& values);
    GgufBuilder& texts(std::string_view key, const std::vector<std::string>& values);
    /// Any value: its type number and its bytes.
    GgufBuilder& rawKey(std::string_view key, std::uint32_t type, std::string_view bytes);

    /// @param shape  outermost first, as everywhere outside files
    GgufBuilder& tensorF32(std::string_view name, const std::vector<std::int64_t>& shape, const std::vector<float>& values);
    GgufBuilder& tensorRaw(std::string_view name, kernels::DType type, const std::vector<std::int64_t>& shape, std::string_view bytes);

    GgufBuilder& version(std::uint32_t version);
    /// Also writes the key `general.alignment`. Call it before adding tensors.
    GgufBuilder& alignment(std::uint32_t alignment);

    std::string build() const;
    void write(const std::filesystem::path& path) const;

private:
    GgufBytes& addKey(std::string_view key, std::uint32_t type);
    GgufBytes& addArray(std::string_view key, std::uint32_t elementType, std::size_t count);

    std::uint32_t m_version = 3;
    std::uint32_t m_alignment = 32;
    std::uint64_t m_keyCount = 0;
    std::uint64_t m_tensorCount = 0;
    GgufBytes m_keys;
    GgufBytes m_table;
    std::string m_data;
};

} // namespace cutaway::test
