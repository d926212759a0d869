#include "engine/quantize/importance.h"

#include "engine/base/text.h"
#include "engine/formats/gguf_writer.h"
#include "engine/formats/model_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cutaway::quantize {
namespace {

constexpr std::string_view kSumsSuffix = ".in_sum2";
constexpr std::string_view kCountsSuffix = ".counts";

base::Error damaged(const std::string& path, const std::string& what)
{
    return { .code = base::ErrorCode::corruptFile, .message = "Damaged importance file " + base::quoted(path, 512) + ": " + what + ".", .subject = path };
}

base::Result<std::vector<float>> values(const formats::ModelFile& file, const formats::TensorEntry& entry)
{
    if (entry.type != kernels::DType::f32)
        return damaged(file.path, "tensor " + base::quoted(entry.name) + " is of type " + std::string(kernels::dtypeInfo(entry.type).name) + ", wanted is F32");
    std::vector<float> result(entry.sizeBytes / sizeof(float));
    std::memcpy(result.data(), file.data(entry), entry.sizeBytes);
    for (const float value : result) {
        if (!(value >= 0) || !std::isfinite(value))
            return damaged(file.path, "tensor " + base::quoted(entry.name) + " holds " + std::to_string(value) + ", wanted are finite numbers from 0");
    }
    return result;
}

base::Result<ImportanceEntry> readEntry(const formats::ModelFile& file, const formats::TensorEntry& sums)
{
    ImportanceEntry entry { .columns = sums.shape.back(), .sums = {}, .counts = {} };
    const std::string name = sums.name.substr(0, sums.name.size() - kSumsSuffix.size()) + std::string(kCountsSuffix);
    const formats::TensorEntry* counts = file.find(name);
    if (!counts)
        return damaged(file.path, "tensor " + base::quoted(name) + " is missing");
    CUTAWAY_TRY(entry.sums, values(file, sums));
    CUTAWAY_TRY(entry.counts, values(file, *counts));
    if (entry.counts.size() * std::size_t(entry.columns) != entry.sums.size())
        return damaged(file.path,
            "tensor " + base::quoted(name) + " has " + std::to_string(entry.counts.size()) + " elements, wanted is one for each of the "
                + std::to_string(entry.sums.size() / std::size_t(entry.columns)) + " rows of " + base::quoted(sums.name));
    return entry;
}

std::span<const std::byte> bytesOf(const std::vector<float>& floats) { return std::as_bytes(std::span(floats)); }

} // namespace

base::Result<std::vector<float>> ImportanceData::meansOf(std::string_view tensor, std::int64_t matrices, std::int64_t columns) const
{
    const auto found = entries.find(tensor);
    if (found == entries.end())
        return std::vector<float> {};
    const ImportanceEntry& entry = found->second;
    if (entry.columns != columns || std::int64_t(entry.counts.size()) != matrices)
        return base::Error { .code = base::ErrorCode::corruptFile,
            .message = "The importance data of tensor " + base::quoted(tensor) + " is for " + std::to_string(entry.counts.size()) + " matrices of "
                + std::to_string(entry.columns) + " columns; the tensor has " + std::to_string(matrices) + " of " + std::to_string(columns) + ".",
            .subject = std::string(tensor),
            .action = "Collect importance data from this model." };
    std::vector<float> means(entry.sums.size());
    for (std::size_t i = 0; i < means.size(); ++i) {
        const float count = entry.counts[i / std::size_t(columns)];
        means[i] = count > 0 ? entry.sums[i] / count : 1.0f;
    }
    return means;
}

base::Result<ImportanceData> readImportance(const std::string& path)
{
    CUTAWAY_TRY(const auto file, formats::openModelFile(path));
    CUTAWAY_TRY(const std::string kind, file->metadata.textOr("general.type", "model"));
    if (kind != "imatrix")
        return damaged(path, "key 'general.type' is " + base::quoted(kind) + ", wanted is 'imatrix'");
    ImportanceData data;
    CUTAWAY_TRY(const std::int64_t chunks, file->metadata.integerOr("imatrix.chunk_count", 0));
    CUTAWAY_TRY(const std::int64_t size, file->metadata.integerOr("imatrix.chunk_size", 0));
    data.chunkCount = std::uint32_t(chunks);
    data.chunkSize = std::uint32_t(size);
    if (file->metadata.has("imatrix.datasets")) {
        CUTAWAY_TRY(const auto* datasets, file->metadata.strings("imatrix.datasets"));
        data.datasets = *datasets;
    }
    for (const formats::TensorEntry& tensor : file->tensors) {
        if (!tensor.name.ends_with(kSumsSuffix))
            continue;
        CUTAWAY_TRY(ImportanceEntry entry, readEntry(*file, tensor));
        data.entries.emplace(tensor.name.substr(0, tensor.name.size() - kSumsSuffix.size()), std::move(entry));
    }
    return data;
}

base::Status writeImportance(const std::string& path, const ImportanceData& data)
{
    formats::Metadata metadata;
    metadata.add("general.type", { std::string("imatrix"), "str" });
    metadata.add("imatrix.datasets", { data.datasets, "arr[str]" });
    metadata.add("imatrix.chunk_count", { std::uint64_t(data.chunkCount), "u32" });
    metadata.add("imatrix.chunk_size", { std::uint64_t(data.chunkSize), "u32" });
    std::vector<formats::GgufTensor> tensors;
    for (const auto& [name, entry] : data.entries) {
        const auto matrices = std::int64_t(entry.counts.size());
        tensors.push_back({ name + std::string(kSumsSuffix), kernels::DType::f32, { matrices, entry.columns } });
        tensors.push_back({ name + std::string(kCountsSuffix), kernels::DType::f32, { matrices, 1 } });
    }
    CUTAWAY_TRY(auto writer, formats::GgufWriter::create(path, metadata, std::move(tensors)));
    for (const auto& [name, entry] : data.entries) {
        CUTAWAY_TRY_STATUS(writer.write(bytesOf(entry.sums)));
        CUTAWAY_TRY_STATUS(writer.write(bytesOf(entry.counts)));
    }
    return writer.finish();
}

} // namespace cutaway::quantize
