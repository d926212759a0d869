#include "engine/formats/gguf_cursor.h"

#include "engine/base/text.h"

#include <bit>
#include <filesystem>

namespace cutaway::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied from the file as they stand");

std::string fileName(const std::string& path) { return base::quoted(std::filesystem::path(path).filename().string(), 255); }

} // namespace

std::string Field::text() const
{
    const std::string position = index < 0 ? "" : std::to_string(index);
    std::string out(name);
    if (!owner.empty())
        return out + " " + base::quoted(owner) + (position.empty() ? "" : "[" + position + "]");
    return position.empty() ? out : out + " " + position;
}

base::Result<std::string_view> GgufCursor::string(const Field& field, std::uint64_t maxBytes)
{
    if (remaining() < sizeof(std::uint64_t))
        return endsInside(field, sizeof(std::uint64_t));
    std::uint64_t length = 0;
    std::memcpy(&length, m_bytes.data() + m_position, sizeof(length));
    const std::uint64_t left = remaining() - sizeof(length);
    if (length > maxBytes)
        return damaged(field, "is " + std::to_string(length) + " bytes long, at most " + std::to_string(maxBytes) + " are allowed");
    if (length > left)
        return damaged(
            field, "is " + std::to_string(length) + " bytes long, but only " + std::to_string(left) + " bytes of the file are left");
    const auto* text = reinterpret_cast<const char*>(m_bytes.data() + m_position + sizeof(length));
    m_position += sizeof(length) + length;
    return std::string_view(text, length);
}

base::Error GgufCursor::damaged(const Field& field, const std::string& what) const
{
    return { .code = base::ErrorCode::corruptFile,
        .message = "Damaged file " + fileName(m_path) + ": the " + field.text() + " " + what + ".",
        .subject = m_path,
        .action = "Download or copy the file again." };
}

base::Error GgufCursor::unsupported(const std::string& what) const
{
    return { .code = base::ErrorCode::unsupported, .message = "Cannot read " + fileName(m_path) + ": " + what + ".", .subject = m_path };
}

base::Error GgufCursor::endsInside(const Field& field, std::uint64_t wanted) const
{
    return damaged(field,
        "needs " + std::to_string(wanted) + " bytes at byte " + std::to_string(m_position) + ", but the file ends after "
            + std::to_string(size()) + " bytes");
}

} // namespace cutaway::formats
