#include "engine/formats/gguf_tensors.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/formats/derived_source.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <unordered_set>

namespace cutaway::formats {
namespace {

constexpr auto kMaxInt = std::uint64_t(std::numeric_limits<std::int64_t>::max());

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    const bool overflow = __builtin_mul_overflow(a, b, &result) || result > kMaxInt;
    return overflow ? std::nullopt : std::optional(result);
}

base::Result<std::string> readTensorName(GgufCursor& cursor, std::int64_t index)
{
    const Field field { "name of tensor", {}, index };
    CUTAWAY_TRY(const std::string_view name, cursor.string(field, kMaxTensorNameBytes));
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
    if (count > kMaxTensorDims)
        return cursor.damaged(field, "is " + std::to_string(count) + ", at most " + std::to_string(kMaxTensorDims) + " are allowed");
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
    if (cursor.swapped() && type->quantised)
        return cursor.unsupported("its tensor " + base::quoted(entry.name) + " is of type " + std::string(type->name)
            + " in big-endian order, readable in that order are floats and integers");
    CUTAWAY_TRY(entry.sizeBytes, tensorBytes(cursor, entry));
    CUTAWAY_TRY(entry.offset, cursor.number<std::uint64_t>({ "offset of tensor", entry.name }));
    return entry;
}

} // namespace

std::uint64_t roundUp(std::uint64_t value, std::uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

base::Result<std::vector<TensorEntry>> readGgufTensors(GgufCursor& cursor, std::uint64_t count)
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

base::Status placeGgufTensors(const GgufCursor& cursor, std::uint64_t alignment, std::vector<TensorEntry>& tensors)
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

void swapTensors(ModelFile& file)
{
    const std::shared_ptr<io::ByteSource> source = file.sources.at(0);
    for (TensorEntry& entry : file.tensors) {
        const std::size_t elemBytes = kernels::dtypeInfo(entry.type).blockBytes;
        const auto fill = [source, elemBytes, from = entry.offset](std::span<std::byte> out) {
            std::memcpy(out.data(), source->bytes().data() + from, out.size());
            for (std::size_t at = 0; elemBytes > 1 && at < out.size(); at += elemBytes)
                std::ranges::reverse(out.subspan(at, elemBytes));
        };
        entry.source = file.sources.size();
        entry.offset = 0;
        file.sources.push_back(std::make_shared<DerivedSource>(entry.sizeBytes, fill));
    }
}

} // namespace cutaway::formats
