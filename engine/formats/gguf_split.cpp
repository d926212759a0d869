#include "engine/formats/gguf_split.h"

#include "engine/base/text.h"
#include "engine/formats/file_error.h"

#include <array>
#include <cstdio>
#include <filesystem>

namespace cutaway::formats {
namespace {

constexpr std::int64_t kMaxParts = 65535; // the key is a 16-bit number

base::Result<std::int64_t> splitNumber(const ModelFile& part, const char* key, std::int64_t fallback, std::int64_t maximum)
{
    const auto value = part.metadata.integerOr(key, fallback);
    if (!value)
        return damagedFile(part.path, { "key", key }, "has the type " + part.metadata.find(key)->typeName + ", wanted is u16");
    if (*value < 0 || *value > maximum)
        return damagedFile(
            part.path, { "key", key }, "is " + std::to_string(*value) + ", wanted is a number from 0 to " + std::to_string(maximum));
    return *value;
}

/// "-00002-of-00003.gguf", for the part with the 0-based number 1.
std::string partSuffix(std::int64_t number, std::int64_t count)
{
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "-%05lld-of-%05lld.gguf", static_cast<long long>(number) + 1, static_cast<long long>(count));
    return text.data();
}

/// The names of all parts, worked out from one of them.
base::Result<std::vector<std::filesystem::path>> partPaths(const ModelFile& part, std::int64_t number, std::int64_t count)
{
    const std::filesystem::path path(part.path);
    const std::string name = path.filename().string();
    const std::string suffix = partSuffix(number, count);
    if (!name.ends_with(suffix))
        return unreadableFile(part.path,
            "by its keys it is part " + std::to_string(number + 1) + " of " + std::to_string(count) + " of a split model, and the name of such a file ends in "
                + base::quoted(suffix));
    const std::string prefix = name.substr(0, name.size() - suffix.size());
    std::vector<std::filesystem::path> paths;
    for (std::int64_t i = 0; i < count; ++i)
        paths.push_back(path.parent_path() / (prefix + partSuffix(i, count)));
    return paths;
}

base::Status checkAllThere(const ModelFile& part, const std::vector<std::filesystem::path>& paths)
{
    constexpr std::size_t shown = 4;
    std::size_t missing = 0;
    std::string names;
    for (const std::filesystem::path& path : paths) {
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored))
            continue;
        if (++missing <= shown)
            names += (names.empty() ? "" : ", ") + base::quoted(path.filename().string(), 255);
    }
    if (missing == 0)
        return base::ok();
    if (missing > shown)
        names += " and " + std::to_string(missing - shown) + " more";
    return base::Error { .code = base::ErrorCode::notFound,
        .message = "Of the " + std::to_string(paths.size()) + " files of this split model " + std::to_string(missing)
            + (missing == 1 ? " is" : " are") + " missing: " + names + ".",
        .subject = part.path,
        .action = "Put all parts of the model into one folder." };
}

/// Adds a part's tensors to the whole.
void append(ModelFile& whole, ModelFile& part)
{
    const std::size_t firstSource = whole.sources.size();
    whole.sizeBytes += part.sizeBytes;
    for (TensorEntry& entry : part.tensors) {
        entry.source += firstSource;
        whole.tensors.push_back(std::move(entry));
    }
    whole.sources.insert(whole.sources.end(), part.sources.begin(), part.sources.end());
}

base::Status checkPlace(const ModelFile& part, std::int64_t number, std::int64_t count)
{
    CUTAWAY_TRY(const std::int64_t foundCount, splitNumber(part, "split.count", 0, kMaxParts));
    CUTAWAY_TRY(const std::int64_t foundNumber, splitNumber(part, "split.no", 0, kMaxParts));
    if (foundCount != count)
        return damagedFile(
            part.path, { "key", "split.count" }, "is " + std::to_string(foundCount) + ", the other parts have " + std::to_string(count));
    if (foundNumber != number)
        return damagedFile(part.path, { "key", "split.no" },
            "is " + std::to_string(foundNumber) + ", by its name the file is number " + std::to_string(number));
    return base::ok();
}

base::Status checkTensors(const ModelFile& whole)
{
    if (whole.metadata.has("split.tensors.count")) {
        CUTAWAY_TRY(const std::int64_t wanted, splitNumber(whole, "split.tensors.count", 0, std::int64_t(1) << 31));
        if (std::size_t(wanted) != whole.tensors.size())
            return damagedFile(whole.path, { "key", "split.tensors.count" },
                "is " + std::to_string(wanted) + ", but all parts together have " + std::to_string(whole.tensors.size()) + " tensors");
    }
    for (const TensorEntry& entry : whole.tensors) {
        if (whole.find(entry.name) != &entry)
            return damagedFile(whole.path, { "tensor", entry.name }, "stands in two parts of the model, at most one is allowed");
    }
    return base::ok();
}

} // namespace

base::Result<std::uint32_t> ggufPartCount(const ModelFile& part)
{
    CUTAWAY_TRY(const std::int64_t count, splitNumber(part, "split.count", 0, kMaxParts));
    return std::uint32_t(std::max<std::int64_t>(count, 1));
}

base::Result<std::shared_ptr<ModelFile>> joinGgufParts(const std::shared_ptr<ModelFile>& part, ReadGgufPart read)
{
    CUTAWAY_TRY(const std::uint32_t count, ggufPartCount(*part));
    CUTAWAY_TRY(const std::int64_t given, splitNumber(*part, "split.no", 0, count - 1));
    CUTAWAY_TRY(const auto paths, partPaths(*part, given, count));
    CUTAWAY_TRY_STATUS(checkAllThere(*part, paths));
    std::shared_ptr<ModelFile> whole;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        std::shared_ptr<ModelFile> next = part;
        if (std::int64_t(i) != given) {
            CUTAWAY_TRY(auto source, io::mapFile(paths[i].string()));
            CUTAWAY_TRY(next, read(paths[i].string(), std::move(source)));
        }
        CUTAWAY_TRY_STATUS(checkPlace(*next, std::int64_t(i), count));
        if (whole)
            append(*whole, *next);
        else
            whole = std::move(next);
    }
    whole->buildIndex();
    CUTAWAY_TRY_STATUS(checkTensors(*whole));
    return whole;
}

} // namespace cutaway::formats
