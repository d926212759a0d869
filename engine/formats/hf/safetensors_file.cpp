#include "engine/formats/hf/safetensors_file.h"

#include "engine/base/text.h"
#include "engine/formats/gguf_cursor.h"
#include "engine/formats/gguf_tensors.h"
#include "engine/formats/hf/json_file.h"

#include <algorithm>
#include <array>

namespace cutaway::formats::hf {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the limit of the format's own reader

using kernels::DType;
constexpr std::array<std::pair<std::string_view, DType>, 8> kTypes { { { "F32", DType::f32 }, { "F16", DType::f16 }, { "BF16", DType::bf16 },
    { "F64", DType::f64 }, { "I8", DType::i8 }, { "I16", DType::i16 }, { "I32", DType::i32 }, { "I64", DType::i64 } } };

/// Reads the entries of one header.
class HeaderReader {
public:
    HeaderReader(const std::string& path, std::uint64_t dataStart, std::uint64_t fileBytes)
        : m_path(path)
        , m_dataStart(dataStart)
        , m_dataBytes(fileBytes - dataStart)
    {
    }

    base::Result<TensorEntry> entry(const std::string& name, const Json& row) const
    {
        TensorEntry entry { .name = name, .type = DType::f32, .shape = {}, .offset = 0, .sizeBytes = 0, .source = 0 };
        if (!row.is_object() || !row.contains("dtype") || !row.contains("shape") || !row.contains("data_offsets"))
            return damaged("entry of tensor", name, "has no dtype, shape and data_offsets");
        CUTAWAY_TRY(entry.type, type(name, row["dtype"]));
        CUTAWAY_TRY(entry.shape, shape(name, row["shape"]));
        CUTAWAY_TRY_STATUS(place(entry, row["data_offsets"]));
        return entry;
    }

private:
    base::Error damaged(std::string_view field, const std::string& name, const std::string& what) const
    {
        return damagedFile(m_path, { field, name }, what);
    }

    base::Result<DType> type(const std::string& name, const Json& value) const
    {
        const std::string text = value.is_string() ? value.get<std::string>() : "";
        const auto* row = std::ranges::find(kTypes, text, &std::pair<std::string_view, DType>::first);
        if (row == kTypes.end())
            return unreadableFile(m_path, "its tensor " + base::quoted(name) + " is of type " + base::quoted(text) + ", readable are F64, F32, F16, BF16 and integers");
        return row->second;
    }

    /// @return the shape; [1] for a tensor without dimensions
    base::Result<std::vector<std::int64_t>> shape(const std::string& name, const Json& value) const
    {
        if (!value.is_array() || value.size() > kMaxTensorDims)
            return damaged("shape of tensor", name, "is no list of at most " + std::to_string(kMaxTensorDims) + " numbers");
        std::vector<std::int64_t> result;
        for (const Json& extent : value) {
            if (!extent.is_number_unsigned() || extent == 0 || extent > (std::uint64_t(1) << 40))
                return damaged("shape of tensor", name, "is " + base::quoted(value.dump()) + ", wanted are numbers from 1 to 1099511627776");
            result.push_back(extent.get<std::int64_t>());
        }
        return result.empty() ? std::vector<std::int64_t> { 1 } : result;
    }

    base::Status place(TensorEntry& entry, const Json& offsets) const
    {
        const auto isOffset = [](const Json& value) { return value.is_number_unsigned(); };
        if (!offsets.is_array() || offsets.size() != 2 || !isOffset(offsets[0]) || !isOffset(offsets[1]))
            return damaged("data_offsets of tensor", entry.name, "are no list of two numbers");
        const auto begin = offsets[0].get<std::uint64_t>();
        const auto end = offsets[1].get<std::uint64_t>();
        if (begin > end || end > m_dataBytes)
            return damaged("data_offsets of tensor", entry.name,
                "are " + std::to_string(begin) + " and " + std::to_string(end) + ", but the file has " + std::to_string(m_dataBytes) + " bytes of data");
        std::uint64_t bytes = kernels::dtypeInfo(entry.type).blockBytes;
        bool overflow = false;
        for (const std::int64_t extent : entry.shape)
            overflow = __builtin_mul_overflow(bytes, std::uint64_t(extent), &bytes) || overflow;
        if (overflow || bytes != end - begin)
            return damaged("tensor", entry.name,
                "has " + std::to_string(end - begin) + " bytes in the file, by its type and shape it needs " + (overflow ? "more than 2^64" : std::to_string(bytes)));
        entry.offset = m_dataStart + begin;
        entry.sizeBytes = bytes;
        return base::ok();
    }

    const std::string& m_path;
    std::uint64_t m_dataStart, m_dataBytes;
};

} // namespace

base::Result<std::vector<TensorEntry>> readSafetensors(const std::string& path, std::span<const std::byte> bytes)
{
    GgufCursor cursor(bytes, path);
    CUTAWAY_TRY(const std::string_view text, cursor.string({ "header" }, kMaxHeaderBytes));
    CUTAWAY_TRY(const JsonFile header, JsonFile::parse(path, text));
    const HeaderReader reader(path, kLengthBytes + text.size(), bytes.size());
    std::vector<TensorEntry> tensors;
    for (const auto& [name, row] : header.json().items()) {
        if (name == "__metadata__")
            continue;
        CUTAWAY_TRY(TensorEntry entry, reader.entry(name, row));
        tensors.push_back(std::move(entry));
    }
    return tensors;
}

} // namespace cutaway::formats::hf
