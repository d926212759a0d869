#include "engine/service/model_card.h"

#include "engine/model/architecture.h"
#include "engine/quantize/mix.h"
#include "engine/runtime/memory_planner.h"
#include "engine/runtime/text_tools.h"
#include "engine/service/engine_state.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

namespace cutaway::service {
namespace {

std::string mixName(const formats::ModelFile& file)
{
    if (const auto number = file.metadata.integer("general.file_type")) {
        if (const quantize::MixSpec* mix = quantize::findMix(*number))
            return std::string(mix->name);
    }
    std::map<std::string_view, std::uint64_t> bytes;
    for (const formats::TensorEntry& tensor : file.tensors)
        bytes[kernels::dtypeInfo(tensor.type).name] += tensor.sizeBytes;
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& entry) { return entry.second; });
    return most == bytes.end() ? "" : std::string(most->first);
}

/// The file's name without ".gguf", shard number and quantisation type.
std::string shortName(const std::string& path, const std::string& type)
{
    std::string name = std::filesystem::path(path).stem().string();
    static const std::regex shard("-[0-9]{5}-of-[0-9]{5}$");
    name = std::regex_replace(name, shard, "");
    const auto lower = [](std::string text) {
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        return text;
    };
    if (!type.empty() && name.size() > type.size() + 1 && lower(name).ends_with(lower(type)) && std::string("-._").find(name[name.size() - type.size() - 1]) != std::string::npos)
        name.resize(name.size() - type.size() - 1);
    return name;
}

std::string shorten(const formats::MetaValue& value);

template <class T> std::string listText(const std::vector<T>& items)
{
    constexpr std::size_t shown = 8;
    std::string text = "[";
    for (std::size_t i = 0; i < std::min(items.size(), shown); ++i) {
        text += i ? ", " : "";
        if constexpr (std::is_same_v<T, std::string>)
            text += items[i];
        else if constexpr (std::is_same_v<T, formats::MetaValue>)
            text += shorten(items[i]);
        else
            text += std::to_string(items[i]);
    }
    return text + (items.size() > shown ? ", ... " + std::to_string(items.size()) + " in all]" : "]");
}

std::string shorten(const formats::MetaValue& value)
{
    return std::visit(
        [](const auto& held) -> std::string {
            using T = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<T, std::string>)
                return held;
            else if constexpr (std::is_same_v<T, bool>)
                return held ? "true" : "false";
            else if constexpr (std::is_arithmetic_v<T>)
                return std::to_string(held);
            else
                return listText(held);
        },
        value.value);
}

api::Fit fitOf(const std::shared_ptr<const runtime::ModelDescription>& description, const api::LoadOptions& options, std::optional<api::MemoryPlan>& plan)
{
    const auto wanted = runOptions(options);
    if (!wanted)
        return api::Fit::unknown;
    const auto resolved = runtime::resolveOptions(*description, *wanted);
    if (!resolved)
        return api::Fit::unknown;
    auto report = runtime::planReport(*description, *resolved);
    if (!report)
        return api::Fit::unknown;
    plan = std::move(*report);
    return plan->fit;
}

} // namespace

api::ModelCard describeFile(const formats::ModelFile& file)
{
    api::ModelCard card;
    const formats::Metadata& metadata = file.metadata;
    card.path = file.path;
    card.type = mixName(file);
    card.fileName = shortName(file.path, card.type);
    card.sizeBytes = file.sizeBytes;
    if (auto name = metadata.textOr("general.name", ""))
        card.generalName = std::move(*name);
    if (auto architecture = metadata.textOr("general.architecture", ""))
        card.architecture = std::move(*architecture);
    if (const auto context = metadata.integerOr(card.architecture + ".context_length", 0))
        card.contextTrained = *context;
    if (const auto layers = metadata.integerOr(card.architecture + ".block_count", 0))
        card.layers = std::int32_t(*layers);
    card.hasChatTemplate = metadata.has("tokenizer.chat_template");
    for (const formats::TensorEntry& tensor : file.tensors)
        card.parameters += std::uint64_t(tensor::Shape::from(tensor.shape).count());
    return card;
}

api::ModelCard describeBroken(const std::string& path, const base::Error& error)
{
    api::ModelCard card { .path = path, .fileName = shortName(path, "") };
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    card.sizeBytes = ignored ? 0 : size;
    card.problem = error.message;
    return card;
}

api::InspectReport inspect(const std::shared_ptr<const formats::ModelFile>& file, const api::LoadOptions& options)
{
    api::InspectReport report { .card = describeFile(*file), .formatName = file->formatName };
    std::uint64_t tensorBytes = 0;
    for (const formats::TensorEntry& tensor : file->tensors) {
        tensorBytes += tensor.sizeBytes;
        report.tensors.push_back({ tensor.name, std::string(kernels::dtypeInfo(tensor.type).name), tensor.shape, tensor.sizeBytes });
    }
    report.bitsPerWeight = report.card.parameters > 0 ? 8.0 * double(tensorBytes) / double(report.card.parameters) : 0;
    for (const auto& [key, value] : file->metadata.entries())
        report.metadata.push_back({ key, value.typeName, shorten(value) });
    const auto description = runtime::ModelDescription::from(file);
    if (!description) {
        report.card.problem = description.error().message;
        return report;
    }
    report.card.supported = true;
    report.card.fit = fitOf(*description, options, report.plan);
    return report;
}

} // namespace cutaway::service
