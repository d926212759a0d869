#include "engine/formats/gguf_cursor.h"

#include <bit>

namespace cutaway::formats {

static_assert(std::endian::native == std::endian::little, "values are copied from the file as they stand");

base::Result<std::string_view> GgufCursor::string(const Field& field, std::uint64_t maxBytes)
{
    CUTAWAY_TRY(const auto length, number<std::uint64_t>(field));
    if (length > maxBytes)
        return damaged(field, "is " + std::to_string(length) + " bytes long, at most " + std::to_string(maxBytes) + " are allowed");
    if (length > remaining())
        return damaged(field,
            "is " + std::to_string(length) + " bytes long, but only " + std::to_string(remaining()) + " bytes of the file are left");
    const auto* text = reinterpret_cast<const char*>(m_bytes.data() + m_position);
    m_position += length;
    return std::string_view(text, length);
}

base::Error GgufCursor::endsInside(const Field& field, std::uint64_t wanted) const
{
    return damaged(field,
        "needs " + std::to_string(wanted) + " bytes at byte " + std::to_string(m_position) + ", but the file ends after "
            + std::to_string(size()) + " bytes");
}

} // namespace cutaway::formats
