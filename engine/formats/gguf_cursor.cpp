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

base::Error damagedFile(const std::string& path, const Field& field, const std::string& what)
{
    return { .code = base::ErrorCode::corruptFile,
        .message = "Damaged file " + fileName(path) + ": the " + field.text() + " " + what + ".",
        .subject = path,
        .action = "Download or copy the file again." };
}

base::Error unreadableFile(const std::string& path, const std::string& what)
{
    return { .code = base::ErrorCode::unsupported, .message = "Cannot read " + fileName(path) + ": " + what + ".", .subject = path };
}

base::Error GgufCursor::endsInside(const Field& field, std::uint64_t wanted) const
{
    return damaged(field,
        "needs " + std::to_string(wanted) + " bytes at byte " + std::to_string(m_position) + ", but the file ends after "
            + std::to_string(size()) + " bytes");
}

} // namespace cutaway::formats
