#pragma once
#include "engine/base/result.h"
#include "engine/formats/file_error.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace cutaway::formats {

/// Reads values one after the other and never past the end; little-endian ones unless told otherwise.
class GgufCursor {
public:
    GgufCursor(std::span<const std::byte> bytes, std::string path) : m_bytes(bytes), m_path(std::move(path)) {}

    /// From here on every number, lengths included, has its bytes in the other order.
    void swapBytes() { m_swapped = true; }
    bool swapped() const { return m_swapped; }

    std::uint64_t position() const { return m_position; }
    std::uint64_t remaining() const { return m_bytes.size() - m_position; }
    std::uint64_t size() const { return m_bytes.size(); }

    /// Errors: corruptFile when the file ends inside the value.
    template <class T> base::Result<T> number(const Field& field)
    {
        if (remaining() < sizeof(T))
            return endsInside(field, sizeof(T));
        std::array<std::byte, sizeof(T)> raw;
        std::memcpy(raw.data(), m_bytes.data() + m_position, sizeof(T));
        if (m_swapped)
            std::ranges::reverse(raw);
        T value;
        std::memcpy(&value, raw.data(), sizeof(T));
        m_position += sizeof(T);
        return value;
    }
    /// A 64-bit length and that many bytes, borrowed from the file. Errors: corruptFile when longer than maxBytes or than what is left.
    base::Result<std::string_view> string(const Field& field, std::uint64_t maxBytes);

    base::Error damaged(const Field& field, const std::string& what) const { return damagedFile(m_path, field, what); }
    base::Error unsupported(const std::string& what) const { return unreadableFile(m_path, what); }

private:
    base::Error endsInside(const Field& field, std::uint64_t wanted) const;

    std::span<const std::byte> m_bytes;
    std::string m_path;
    std::uint64_t m_position = 0;
    bool m_swapped = false;
};

} // namespace cutaway::formats
