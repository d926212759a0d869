#include "engine/formats/file_error.h"

#include "engine/base/text.h"

#include <filesystem>

namespace cutaway::formats {

static std::string fileName(const std::string& path) { return base::quoted(std::filesystem::path(path).filename().string(), 255); }

std::string Field::text() const
{
    const std::string position = index < 0 ? "" : std::to_string(index);
    std::string out(name);
    if (!owner.empty())
        return out + " " + base::quoted(owner) + (position.empty() ? "" : "[" + position + "]");
    return position.empty() ? out : out + " " + position;
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

} // namespace cutaway::formats
