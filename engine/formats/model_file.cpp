#include "engine/formats/model_file.h"

#include "engine/base/text.h"
#include "engine/formats/format_spec.h"

#include <filesystem>

namespace cutaway::formats {

void ModelFile::buildIndex()
{
    m_index.clear();
    m_index.reserve(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        m_index.emplace(tensors[i].name, i);
}

const TensorEntry* ModelFile::find(std::string_view name) const
{
    const auto it = m_index.find(std::string(name));
    return it == m_index.end() ? nullptr : &tensors[it->second];
}

const std::byte* ModelFile::data(const TensorEntry& entry) const { return sources[entry.source]->bytes().data() + entry.offset; }

base::Status ModelFile::intact() const
{
    for (const auto& source : sources)
        CUTAWAY_TRY_STATUS(source->intact());
    return base::ok();
}

namespace {

base::Result<std::shared_ptr<ModelFile>> readFolder(const std::string& path)
{
    std::string files;
    for (const FormatSpec* format : fileFormats()) {
        if (format->folderFile.empty())
            continue;
        const std::filesystem::path file = std::filesystem::path(path) / format->folderFile;
        std::error_code ignored;
        if (std::filesystem::exists(file, ignored)) {
            CUTAWAY_TRY(auto source, io::mapFile(file.string()));
            return format->read(path, std::move(source));
        }
        files += (files.empty() ? "" : " or ") + base::quoted(format->folderFile);
    }
    return base::Error { .code = base::ErrorCode::unsupported,
        .message = "The folder " + base::quoted(path, 512) + " holds no model: a file " + files + " is missing.",
        .subject = path,
        .action = "Choose a file whose name ends in .gguf, or a folder with config.json and safetensors." };
}

base::Result<std::shared_ptr<ModelFile>> readAnyFormat(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return readFolder(path);
    if (path.ends_with(".safetensors")) // its shapes and words are in the files beside it
        return readFolder(std::filesystem::absolute(path).parent_path().string());
    CUTAWAY_TRY(auto source, io::mapFile(path));
    const std::span<const std::byte> bytes = source->bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::string magics;
    for (const FormatSpec* format : fileFormats()) {
        if (format->magic.empty())
            continue;
        if (text.starts_with(format->magic))
            return format->read(path, std::move(source));
        magics += (magics.empty() ? "" : " or ") + base::quoted(format->magic);
    }
    return base::Error { .code = base::ErrorCode::corruptFile,
        .message = "The file " + base::quoted(std::filesystem::path(path).filename().string(), 255) + " is no model file: it begins with "
            + base::quoted(text.substr(0, 4)) + ", wanted is " + magics + ".",
        .subject = path,
        .action = "Choose a file whose name ends in .gguf." };
}

} // namespace

base::Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path, std::span<const MetadataOverride> overrides)
{
    CUTAWAY_TRY(auto file, readAnyFormat(path));
    CUTAWAY_TRY_STATUS(file->intact());
    for (const MetadataOverride& override : overrides)
        file->metadata.set(override.key, override.value);
    return std::shared_ptr<const ModelFile>(std::move(file));
}

} // namespace cutaway::formats
