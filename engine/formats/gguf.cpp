#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/formats/format_spec.h"
#include "engine/formats/gguf_cursor.h"
#include "engine/formats/gguf_metadata.h"

#include <limits>
#include <optional>
#include <unordered_set>

namespace cutaway::formats {
namespace {

constexpr std::uint32_t kFirstVersion = 2;
constexpr std::uint32_t kLastVersion = 3;
constexpr std::uint64_t kDefaultAlignment = 32;
constexpr std::uint64_t kMaxAlignment = std::uint64_t(1) << 20; // far above any writer's, and no sum with it can overflow
constexpr std::uint64_t kMaxKeys = std::uint64_t(1) << 16;
constexpr std::uint64_t kMaxTensors = std::uint64_t(1) << 20;
constexpr std::uint64_t kMinKeyBytes = 8 + 1 + 4 + 1;        // name length, one letter, type, one byte
constexpr std::uint64_t kMinTensorBytes = 8 + 1 + 4 + 4 + 8; // name length, one letter, dimensions, type, offset
constexpr std::uint64_t kMaxNameBytes = 63;
constexpr std::uint32_t kMaxDims = 4;
constexpr auto kMaxInt = std::uint64_t(std::numeric_limits<std::int64_t>::max());

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    const bool overflow = __builtin_mul_overflow(a, b, &result) || result > kMaxInt;
    return overflow ? std::nullopt : std::optional(result);
}

std::uint64_t roundUp(std::uint64_t value, std::uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

base::Status checkVersion(const GgufCursor& cursor, std::uint32_t version)
{
    if (version >= kFirstVersion && version <= kLastVersion)
        return base::ok();
    const std::string readable = "readable are versions " + std::to_string(kFirstVersion) + " to " + std::to_string(kLastVersion);
    if (version != 0 && (version & 0xFFFF) == 0)
        return cursor.unsupported(
            "it is a big-endian GGUF file (version " + std::to_string(__builtin_bswap32(version)) + "), readable are little-endian ones");
    if (version == 0)
        return cursor.damaged({ "version" }, "is 0, " + readable);
    return cursor.unsupported("its GGUF version is " + std::to_string(version) + ", " + readable);
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
    const char* key = "general.alignment";
    const MetaValue* value = metadata.find(key);
    if (!value)
        return kDefaultAlignment;
    if (value->typeName != "u32")
        return cursor.damaged({ "key", key }, "has the type " + value->typeName + ", wanted is u32");
    const std::uint64_t alignment = std::get<std::uint64_t>(value->value);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > kMaxAlignment)
        return cursor.damaged(
            { "key", key }, "is " + std::to_string(alignment) + ", wanted is a power of two from 1 to " + std::to_string(kMaxAlignment));
    return alignment;
}

base::Status checkNotSplit(const GgufCursor& cursor, const Metadata& metadata)
{
    const auto count = metadata.integerOr("split.count", 0);
    if (!count)
        return cursor.damaged({ "key", "split.count" }, "has the type " + metadata.find("split.count")->typeName + ", wanted is u16");
    if (*count > 1)
        return cursor.unsupported(
            "it is one of the " + std::to_string(*count) + " parts of a split model (key 'split.count'), readable are models in one file");
    return base::ok();
}

base::Result<std::string> readTensorName(GgufCursor& cursor, std::int64_t index)
{
    const Field field { "name of tensor", {}, index };
    CUTAWAY_TRY(const std::string_view name, cursor.string(field, kMaxNameBytes));
    if (name.empty())
        return cursor.damaged(field, "is empty (0 bytes), at least 1 byte is wanted");
    if (name.find('\0') != std::string_view::npos || !base::isUtf8(name))
        return cursor.damaged(field, "is " + base::quoted(name) + ", wanted is UTF-8 text without NUL");
    return std::string(name);
}

/// @return the shape, outermost first; [1] for a tensor without dimensions
base::Result<std::vector<std::int64_t>> readShape(GgufCursor& cursor, std::string_view name)
{
    const Field field { "number of dimensions of tensor", name };
    CUTAWAY_TRY(const auto count, cursor.number<std::uint32_t>(field));
    if (count > kMaxDims)
        return cursor.damaged(field, "is " + std::to_string(count) + ", at most " + std::to_string(kMaxDims) + " are allowed");
    std::vector<std::int64_t> shape(std::max(count, 1u), 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string dimension = "dimension " + std::to_string(i) + " of tensor";
        CUTAWAY_TRY(const auto extent, cursor.number<std::uint64_t>({ dimension, name }));
        if (extent == 0 || extent > kMaxInt)
            return cursor.damaged({ dimension, name }, "is " + std::to_string(std::int64_t(extent)) + ", at least 1 is wanted");
        shape[count - 1 - i] = std::int64_t(extent);
    }
    return shape;
}

base::Result<std::uint64_t> tensorBytes(const GgufCursor& cursor, const TensorEntry& entry)
{
    std::optional<std::uint64_t> elems = 1;
    for (const std::int64_t extent : entry.shape)
        elems = elems ? product(*elems, std::uint64_t(extent)) : std::nullopt;
    if (!elems)
        return cursor.damaged({ "number of elements of tensor", entry.name }, "is larger than " + std::to_string(kMaxInt));
    const kernels::DTypeInfo& type = kernels::dtypeInfo(entry.type);
    if (std::uint64_t(entry.shape.back()) % type.blockElems != 0)
        return cursor.damaged({ "row length of tensor", entry.name },
            "is " + std::to_string(entry.shape.back()) + ", the type " + std::string(type.name) + " wants a multiple of "
                + std::to_string(type.blockElems));
    const auto bytes = product(*elems / type.blockElems, type.blockBytes);
    if (!bytes)
        return cursor.damaged({ "size in bytes of tensor", entry.name }, "is larger than " + std::to_string(kMaxInt));
    return *bytes;
}

base::Result<TensorEntry> readTensor(GgufCursor& cursor, std::int64_t index)
{
    TensorEntry entry;
    CUTAWAY_TRY(entry.name, readTensorName(cursor, index));
    CUTAWAY_TRY(entry.shape, readShape(cursor, entry.name));
    const Field field { "type of tensor", entry.name };
    CUTAWAY_TRY(const auto number, cursor.number<std::uint32_t>(field));
    const kernels::DTypeInfo* type = kernels::findDType(number);
    if (!type)
        return cursor.damaged(field, "is number " + std::to_string(number) + ", which is none of the types that this build knows");
    entry.type = type->type;
    CUTAWAY_TRY(entry.sizeBytes, tensorBytes(cursor, entry));
    CUTAWAY_TRY(entry.offset, cursor.number<std::uint64_t>({ "offset of tensor", entry.name }));
    return entry;
}

base::Result<std::vector<TensorEntry>> readTensorTable(GgufCursor& cursor, std::uint64_t count)
{
    std::vector<TensorEntry> tensors;
    tensors.reserve(count);
    std::unordered_set<std::string> names;
    for (std::uint64_t i = 0; i < count; ++i) {
        CUTAWAY_TRY(TensorEntry entry, readTensor(cursor, std::int64_t(i)));
        if (!names.insert(entry.name).second)
            return cursor.damaged({ "tensor", entry.name }, "stands in the file twice, at most once is allowed");
        tensors.push_back(std::move(entry));
    }
    return tensors;
}

/// Turns offsets within the data section into offsets within the file, checking that tensors follow each other and end inside the file.
base::Status placeTensors(const GgufCursor& cursor, std::uint64_t alignment, std::vector<TensorEntry>& tensors)
{
    const std::uint64_t start = roundUp(cursor.position(), alignment);
    std::uint64_t expected = 0;
    for (TensorEntry& entry : tensors) {
        if (entry.offset != expected)
            return cursor.damaged(
                { "offset of tensor", entry.name }, "is " + std::to_string(entry.offset) + ", wanted is " + std::to_string(expected));
        if (start > cursor.size() || entry.offset > cursor.size() - start || entry.sizeBytes > cursor.size() - start - entry.offset)
            return cursor.damaged({ "tensor", entry.name },
                "needs " + std::to_string(entry.sizeBytes) + " bytes at byte " + std::to_string(start + entry.offset)
                    + ", but the file ends after " + std::to_string(cursor.size()) + " bytes");
        expected = roundUp(entry.offset + entry.sizeBytes, alignment);
        entry.offset += start;
    }
    return base::ok();
}

base::Result<std::shared_ptr<const ModelFile>> readGguf(const std::string& path, std::shared_ptr<io::ByteSource> source)
{
    GgufCursor cursor(source->bytes(), path);
    CUTAWAY_TRY([[maybe_unused]] const auto magic, cursor.number<std::uint32_t>({ "magic" })); // FormatSpec::magic led here
    CUTAWAY_TRY(const auto version, cursor.number<std::uint32_t>({ "version" }));
    if (auto readable = checkVersion(cursor, version); !readable)
        return std::move(readable).error();
    CUTAWAY_TRY(const auto tensorCount, readCount(cursor, { "number of tensors" }, kMinTensorBytes, kMaxTensors));
    CUTAWAY_TRY(const auto keyCount, readCount(cursor, { "number of metadata keys" }, kMinKeyBytes, kMaxKeys));

    auto file = std::make_shared<ModelFile>();
    file->path = path;
    file->formatName = "GGUF v" + std::to_string(version);
    file->sizeBytes = cursor.size();
    CUTAWAY_TRY(file->metadata, readGgufMetadata(cursor, keyCount));
    if (auto whole = checkNotSplit(cursor, file->metadata); !whole)
        return std::move(whole).error();
    CUTAWAY_TRY(const auto alignment, readAlignment(cursor, file->metadata));
    CUTAWAY_TRY(file->tensors, readTensorTable(cursor, tensorCount));
    if (auto placed = placeTensors(cursor, alignment, file->tensors); !placed)
        return std::move(placed).error();
    file->sources.push_back(std::move(source));
    file->buildIndex();
    return std::shared_ptr<const ModelFile>(std::move(file));
}

} // namespace

extern const FormatSpec gguf;
constexpr FormatSpec gguf { .name = "GGUF", .magic = "GGUF", .read = readGguf };

} // namespace cutaway::formats
