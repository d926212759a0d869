#include "engine/formats/hf/tensor_map.h"

#include "engine/base/text.h"
#include "engine/formats/derived_source.h"
#include "engine/formats/file_error.h"
#include "kernels/types/dequant.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace cutaway::formats::hf {
namespace {

using kernels::DType;

constexpr std::string_view kLayers = "model.layers.";

void giveSource(ModelFile& file, TensorEntry& entry, std::shared_ptr<io::ByteSource> source)
{
    entry.source = file.sources.size();
    entry.offset = 0;
    file.sources.push_back(std::move(source));
}

/// What the entry's bytes are now, for when they are asked for: the entry itself goes on to name others.
auto bytesOf(const ModelFile& file, const TensorEntry& entry)
{
    return [source = file.sources[entry.source], offset = entry.offset, size = entry.sizeBytes] { return source->bytes().subspan(offset, size); };
}

/// Row h, s, i of [heads, 2, half] goes to row h, i, s: channels that rotate together become neighbours.
std::size_t permutedRow(std::size_t row, std::size_t headDim)
{
    const std::size_t inHead = row % headDim;
    return row - inHead + inHead % (headDim / 2) * 2 + inHead / (headDim / 2);
}

void permuteRows(std::span<const std::byte> in, std::span<std::byte> out, std::size_t rowBytes, std::size_t headDim)
{
    for (std::size_t row = 0; row * rowBytes < in.size(); ++row)
        std::memcpy(out.data() + permutedRow(row, headDim) * rowBytes, in.data() + row * rowBytes, rowBytes);
}

/// A vector as F32, plus a constant.
void widen(DType type, std::span<const std::byte> in, float plus, std::span<std::byte> out)
{
    std::vector<float> values(out.size() / sizeof(float));
    kernels::dequantizeRow(type, in.data(), std::int64_t(values.size()), values.data());
    for (float& value : values)
        value += plus;
    std::memcpy(out.data(), values.data(), out.size());
}

} // namespace

base::Result<std::string> TensorMap::nameOf(const std::string& path, const std::string& theirs) const
{
    const std::size_t dot = theirs.rfind('.');
    const std::string stem = theirs.substr(0, dot);
    const std::string suffix = dot == std::string::npos ? "" : theirs.substr(dot);
    if (theirs.ends_with("rotary_emb.inv_freq") || (tiedOutput && stem == "lm_head"))
        return std::string();
    if (suffix == ".weight" && stem == "model.embed_tokens")
        return std::string("token_embd.weight");
    if (suffix == ".weight" && stem == "model.norm")
        return std::string("output_norm.weight");
    if (suffix == ".weight" && stem == "lm_head")
        return std::string("output.weight");
    if ((suffix == ".weight" || suffix == ".bias") && stem.starts_with(kLayers)) {
        std::uint32_t layer = 0;
        const char* end = stem.data() + stem.size();
        const auto [rest, failure] = std::from_chars(stem.data() + kLayers.size(), end, layer);
        const std::string_view inLayer = failure == std::errc() && rest < end && *rest == '.' ? std::string_view(rest + 1, std::size_t(end - rest - 1)) : "";
        const auto row = std::ranges::find(family->layerNames, inLayer, &LayerName::theirs);
        if (row != family->layerNames.end())
            return "blk." + std::to_string(layer) + "." + std::string(row->ours) + suffix;
    }
    return unreadableFile(path, "it has a tensor " + base::quoted(theirs, 255) + ", which models of type " + std::string(family->modelType) + " do not have");
}

base::Status TensorMap::adapt(ModelFile& file, TensorEntry& entry, std::string name) const
{
    const std::string theirs = std::exchange(entry.name, std::move(name));
    const bool isVector = entry.shape.size() == 1;
    const bool isQuery = entry.name.find(".attn_q.") != std::string::npos;
    const bool isKey = entry.name.find(".attn_k.") != std::string::npos;
    if (isVector && !kernels::dequantizer(entry.type))
        return damagedFile(file.path, { "type of tensor", theirs }, "is " + std::string(kernels::dtypeInfo(entry.type).name) + ", wanted is a float type");
    if (family->permutedHeads && (isQuery || isKey)) {
        const std::int64_t count = isQuery ? heads : headsKv;
        const std::int64_t rows = entry.shape.front();
        if (rows % count != 0 || rows / count % 2 != 0)
            return damagedFile(file.path, { "number of rows of tensor", theirs },
                "is " + std::to_string(rows) + ", wanted is an even number for each of " + std::to_string(count) + " heads");
        const std::size_t rowBytes = entry.sizeBytes / std::size_t(rows);
        giveSource(file, entry, std::make_shared<DerivedSource>(entry.sizeBytes, [original = bytesOf(file, entry), rowBytes, headDim = std::size_t(rows / count)](std::span<std::byte> out) {
            permuteRows(original(), out, rowBytes, headDim);
        }));
    }
    const float plus = family->normsFromOne && entry.name.ends_with("norm.weight") ? 1 : 0;
    if (!isVector || (entry.type == DType::f32 && plus == 0))
        return base::ok();
    const auto before = bytesOf(file, entry);
    const DType type = std::exchange(entry.type, DType::f32);
    entry.sizeBytes = std::uint64_t(entry.shape.front()) * sizeof(float);
    giveSource(file, entry, std::make_shared<DerivedSource>(entry.sizeBytes, [before, type, plus](std::span<std::byte> out) { widen(type, before(), plus, out); }));
    return base::ok();
}

base::Status addRopeFactors(const JsonFile& config, ModelFile& file)
{
    CUTAWAY_TRY(const JsonFile scaling, config.object(config.find("rope_scaling") ? "rope_scaling" : "rope_parameters"));
    CUTAWAY_TRY(const std::string type, scaling.textOr("rope_type", ""));
    if (type != "llama3")
        return base::ok();
    CUTAWAY_TRY(const auto factor, scaling.realIfThere("factor"));
    CUTAWAY_TRY(const auto low, scaling.realIfThere("low_freq_factor"));
    CUTAWAY_TRY(const auto high, scaling.realIfThere("high_freq_factor"));
    CUTAWAY_TRY(const auto original, scaling.realIfThere("original_max_position_embeddings"));
    if (!factor || !low || !high || !original || *factor <= 0 || *low <= 0 || *high <= *low || *original <= 0)
        return config.damaged("rope_scaling", "has no factor, low_freq_factor, high_freq_factor and original_max_position_embeddings that fit together");
    const std::string prefix = *file.metadata.text("general.architecture") + ".";
    CUTAWAY_TRY(const float base, file.metadata.realOr(prefix + "rope.freq_base", 10000));
    CUTAWAY_TRY(const std::int64_t width, file.metadata.integer(prefix + "embedding_length"));
    CUTAWAY_TRY(const std::int64_t heads, file.metadata.integer(prefix + "attention.head_count"));
    CUTAWAY_TRY(const std::int64_t rotated, file.metadata.integerOr(prefix + "rope.dimension_count", width / std::max<std::int64_t>(1, heads)));
    constexpr std::int64_t kMaxRotated = 4096;
    if (rotated < 2 || rotated > kMaxRotated)
        return config.damaged("head_dim", "is " + std::to_string(rotated) + ", wanted is a number from 2 to " + std::to_string(kMaxRotated));
    std::vector<float> factors;
    for (std::int64_t i = 0; i < rotated; i += 2) {
        const double wavelength = 2 * M_PI * std::pow(double(base), double(i) / double(rotated));
        const double share = std::clamp((*original / wavelength - *low) / (*high - *low), 0.0, 1.0);
        factors.push_back(float(1 / ((1 - share) / *factor + share)));
    }
    TensorEntry entry { .name = "rope_freqs.weight", .type = DType::f32, .shape = { std::int64_t(factors.size()) }, .offset = 0, .sizeBytes = factors.size() * sizeof(float), .source = 0 };
    giveSource(file, entry, std::make_shared<DerivedSource>(entry.sizeBytes, [factors](std::span<std::byte> out) { std::memcpy(out.data(), factors.data(), out.size()); }));
    file.tensors.push_back(std::move(entry));
    return base::ok();
}

} // namespace cutaway::formats::hf
