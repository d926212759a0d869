#include "engine/base/text.h"
#include "engine/formats/file_error.h"
#include "engine/formats/format_spec.h"
#include "engine/formats/hf/safetensors_file.h"
#include "engine/formats/hf/tensor_map.h"
#include "engine/formats/hf/tokenizer_keys.h"

#include <filesystem>
#include <set>

namespace cutaway::formats {
namespace {

using hf::JsonFile;

constexpr const char* kSingleFile = "model.safetensors";
constexpr const char* kIndexFile = "model.safetensors.index.json";

/// The files that hold the tensors, by name: one, or those that the index names.
base::Result<std::set<std::string>> shardNames(const std::filesystem::path& folder)
{
    std::error_code ignored;
    if (!std::filesystem::exists(folder / kIndexFile, ignored))
        return std::set<std::string> { kSingleFile };
    CUTAWAY_TRY(const JsonFile index, JsonFile::open((folder / kIndexFile).string()));
    CUTAWAY_TRY(const JsonFile map, index.object("weight_map"));
    std::set<std::string> names;
    for (const auto& [tensor, file] : map.json().items()) {
        const std::string name = file.is_string() ? file.get<std::string>() : "";
        if (name.empty() || std::filesystem::path(name).filename() != name) // nothing outside of the folder
            return index.damaged("weight_map", "gives tensor " + base::quoted(tensor) + " the file " + base::quoted(name) + ", wanted is a name in this folder");
        names.insert(name);
    }
    if (names.empty())
        return index.damaged("weight_map", "names no file");
    return names;
}

base::Status addShard(const std::filesystem::path& path, const hf::TensorMap& map, ModelFile& file)
{
    CUTAWAY_TRY(const auto source, io::mapFile(path.string()));
    CUTAWAY_TRY(auto entries, hf::readSafetensors(path.string(), source->bytes()));
    const std::size_t index = file.sources.size();
    file.sources.push_back(source);
    file.sizeBytes += source->bytes().size();
    for (TensorEntry& entry : entries) {
        CUTAWAY_TRY(std::string name, map.nameOf(path.string(), entry.name));
        if (name.empty())
            continue;
        entry.source = index;
        CUTAWAY_TRY_STATUS(map.adapt(file, entry, std::move(name)));
        file.tensors.push_back(std::move(entry));
    }
    return base::ok();
}

base::Status checkNames(const ModelFile& file)
{
    for (const TensorEntry& entry : file.tensors) {
        if (file.find(entry.name) != &entry)
            return damagedFile(file.path, { "tensor", entry.name }, "stands in the folder twice, at most once is allowed");
    }
    return base::ok();
}

base::Result<hf::TensorMap> tensorMap(const JsonFile& config, const hf::Family& family)
{
    hf::TensorMap map { .family = &family };
    CUTAWAY_TRY(map.heads, config.integer("num_attention_heads"));
    CUTAWAY_TRY(const auto headsKv, config.integerIfThere("num_key_value_heads"));
    map.headsKv = headsKv.value_or(map.heads);
    if (map.heads == 0 || map.headsKv == 0)
        return config.damaged(map.heads == 0 ? "num_attention_heads" : "num_key_value_heads", "is 0, at least 1 is wanted");
    CUTAWAY_TRY(map.tiedOutput, config.booleanOr("tie_word_embeddings", family.normsFromOne));
    return map;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): as FormatSpec::read gives it
base::Result<std::shared_ptr<ModelFile>> readFolder(const std::string& path, std::shared_ptr<io::ByteSource> source)
{
    const std::filesystem::path folder(path);
    const std::span<const std::byte> bytes = source->bytes();
    CUTAWAY_TRY(const JsonFile config, JsonFile::parse((folder / "config.json").string(), { reinterpret_cast<const char*>(bytes.data()), bytes.size() }));
    CUTAWAY_TRY(const hf::Family* family, hf::findFamily(config));
    CUTAWAY_TRY(const hf::TensorMap map, tensorMap(config, *family));
    auto file = std::make_shared<ModelFile>();
    file->path = path;
    file->formatName = "safetensors";
    CUTAWAY_TRY_STATUS(hf::addConfigKeys(config, *family, file->metadata));
    const std::filesystem::path name = folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
    file->metadata.set("general.name", { name.string(), "str" });
    CUTAWAY_TRY(const std::int64_t rows, config.integer("vocab_size"));
    CUTAWAY_TRY_STATUS(hf::addTokenizerKeys(path, rows, file->metadata));
    CUTAWAY_TRY(const auto shards, shardNames(folder));
    for (const std::string& shard : shards) {
        CUTAWAY_TRY_STATUS(addShard(folder / shard, map, *file));
    }
    CUTAWAY_TRY_STATUS(hf::addRopeFactors(config, *file));
    file->buildIndex();
    CUTAWAY_TRY_STATUS(checkNames(*file));
    return file;
}

} // namespace

extern const FormatSpec safetensors;
constexpr FormatSpec safetensors { .name = "safetensors", .folderFile = "config.json", .read = readFolder };

} // namespace cutaway::formats
