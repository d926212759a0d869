#include "engine/formats/format_spec.h"
#include "engine/formats/gguf_cursor.h"
#include "engine/formats/gguf_metadata.h"
#include "engine/formats/gguf_split.h"
#include "engine/formats/gguf_tensors.h"

namespace cutaway::formats {
namespace {

constexpr std::uint32_t kFirstVersion = 2;
constexpr std::uint32_t kLastVersion = 3;
constexpr std::uint64_t kMaxAlignment = std::uint64_t(1) << 20; // far above any writer's, and no sum with it can overflow
constexpr std::uint64_t kMaxKeys = std::uint64_t(1) << 16;
constexpr std::uint64_t kMaxTensors = std::uint64_t(1) << 20;
constexpr std::uint64_t kMinKeyBytes = 8 + 1 + 4 + 1;        // name length, one letter, type, one byte
constexpr std::uint64_t kMinTensorBytes = 8 + 1 + 4 + 4 + 8; // name length, one letter, dimensions, type, offset

base::Status checkVersion(const GgufCursor& cursor, std::uint32_t version)
{
    if (version >= kFirstVersion && version <= kLastVersion)
        return base::ok();
    const std::string readable = "readable are versions " + std::to_string(kFirstVersion) + " to " + std::to_string(kLastVersion);
    if (version == 0)
        return cursor.damaged({ "version" }, "is 0, " + readable);
    return cursor.unsupported("its GGUF version is " + std::to_string(version) + ", " + readable);
}

/// A version has its number in the lower half; where that half is empty, the file is in the other byte order.
base::Result<std::uint32_t> readVersion(GgufCursor& cursor)
{
    CUTAWAY_TRY(auto version, cursor.number<std::uint32_t>({ "version" }));
    if (version != 0 && (version & 0xFFFF) == 0) {
        version = __builtin_bswap32(version);
        cursor.swapBytes();
    }
    CUTAWAY_TRY_STATUS(checkVersion(cursor, version));
    return version;
}

/// A number of entries, of which each takes at least minBytes.
base::Result<std::uint64_t> readCount(GgufCursor& cursor, const Field& field, std::uint64_t minBytes, std::uint64_t maxCount)
{
    CUTAWAY_TRY(const auto count, cursor.number<std::uint64_t>(field));
    if (count > maxCount)
        return cursor.damaged(field, "is " + std::to_string(count) + ", at most " + std::to_string(maxCount) + " are allowed");
    if (count > cursor.remaining() / minBytes)
        return cursor.damaged(field,
            "is " + std::to_string(count) + ", but the " + std::to_string(cursor.remaining())
                + " bytes that are left of the file hold at most " + std::to_string(cursor.remaining() / minBytes));
    return count;
}

base::Result<std::uint64_t> readAlignment(const GgufCursor& cursor, const Metadata& metadata)
{
    const MetaValue* value = metadata.find(kAlignmentKey);
    if (!value)
        return kDefaultAlignment;
    if (value->typeName != "u32")
        return cursor.damaged({ "key", kAlignmentKey }, "has the type " + value->typeName + ", wanted is u32");
    const std::uint64_t alignment = std::get<std::uint64_t>(value->value);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > kMaxAlignment)
        return cursor.damaged(
            { "key", kAlignmentKey }, "is " + std::to_string(alignment) + ", wanted is a power of two from 1 to " + std::to_string(kMaxAlignment));
    return alignment;
}

/// One file, be it a whole model or a part of one.
base::Result<std::shared_ptr<ModelFile>> readPart(const std::string& path, std::shared_ptr<io::ByteSource> source)
{
    GgufCursor cursor(source->bytes(), path);
    CUTAWAY_TRY([[maybe_unused]] const auto magic, cursor.number<std::uint32_t>({ "magic" })); // FormatSpec::magic led here
    CUTAWAY_TRY(const auto version, readVersion(cursor));
    CUTAWAY_TRY(const auto tensorCount, readCount(cursor, { "number of tensors" }, kMinTensorBytes, kMaxTensors));
    CUTAWAY_TRY(const auto keyCount, readCount(cursor, { "number of metadata keys" }, kMinKeyBytes, kMaxKeys));

    auto file = std::make_shared<ModelFile>();
    file->path = path;
    file->formatName = "GGUF v" + std::to_string(version) + (cursor.swapped() ? ", big-endian" : "");
    file->sizeBytes = cursor.size();
    CUTAWAY_TRY(file->metadata, readGgufMetadata(cursor, keyCount));
    CUTAWAY_TRY(const std::uint64_t alignment, readAlignment(cursor, file->metadata));
    CUTAWAY_TRY(file->tensors, readGgufTensors(cursor, tensorCount));
    CUTAWAY_TRY_STATUS(placeGgufTensors(cursor, alignment, file->tensors));
    file->sources.push_back(std::move(source));
    if (cursor.swapped())
        swapTensors(*file);
    file->buildIndex();
    return file;
}

base::Result<std::shared_ptr<ModelFile>> readGguf(const std::string& path, std::shared_ptr<io::ByteSource> source)
{
    CUTAWAY_TRY(auto part, readPart(path, std::move(source)));
    CUTAWAY_TRY(const std::uint32_t parts, ggufPartCount(*part));
    return parts > 1 ? joinGgufParts(part, readPart) : base::Result<std::shared_ptr<ModelFile>>(std::move(part));
}

} // namespace

extern const FormatSpec gguf;
constexpr FormatSpec gguf { .name = "GGUF", .magic = "GGUF", .read = readGguf };

} // namespace cutaway::formats
