#include "app/cli/inspect_report.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/base/text.h"
#include "engine/service/model_card.h"

#include <cstdio>

namespace cutaway::cli {
namespace {

std::vector<OptionSpec> options() { return { { "--tensors", "", "", "list the tensors" }, { "--context", "-c", "N", "context of the memory plan" },
        { "--override", "", "KEY=TYPE:VALUE", "sets a metadata key; may be given several times" } }; }

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text;
    for (const std::int64_t extent : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text;
}

Json reportJson(const api::InspectReport& report)
{
    Json metadata = Json::object();
    for (const api::MetadataItem& item : report.metadata)
        metadata[item.key] = { { "type", item.type }, { "value", item.value } };
    Json tensors = Json::array();
    for (const api::TensorInfo& tensor : report.tensors)
        tensors.push_back({ { "name", tensor.name }, { "type", tensor.type }, { "shape", tensor.shape }, { "bytes", tensor.bytes } });
    return { { "file", report.card.path }, { "format", report.formatName }, { "architecture", report.card.architecture }, { "name", report.card.generalName },
        { "type", report.card.type }, { "parameters", report.card.parameters }, { "bitsPerWeight", report.bitsPerWeight }, { "bytes", report.card.sizeBytes },
        { "supported", report.card.supported }, { "problem", report.card.problem }, { "metadata", std::move(metadata) },
        { "tensorCount", report.tensors.size() }, { "tensors", std::move(tensors) }, { "plan", report.plan ? planJson(*report.plan) : Json() } };
}

void printTable(const api::InspectReport& report, bool withTensors)
{
    std::printf("%s\n%s · %s · %s · %s · %.1f million parameters · %.2f bits per weight · %zu tensors\n", report.card.path.c_str(), report.formatName.c_str(),
        report.card.architecture.c_str(), report.card.type.c_str(), base::formatBytes(report.card.sizeBytes).c_str(), double(report.card.parameters) / 1e6, report.bitsPerWeight,
        report.tensors.size());
    if (report.plan)
        printPlan(*report.plan);
    std::printf("\n");
    for (const api::MetadataItem& item : report.metadata)
        std::printf("%-44s %-9s %s\n", item.key.c_str(), item.type.c_str(), base::quoted(item.value, 100).c_str());
    for (std::size_t i = 0; withTensors && i < report.tensors.size(); ++i) {
        const api::TensorInfo& tensor = report.tensors[i];
        std::printf("%-40s %-8s %-18s %12llu\n", tensor.name.c_str(), tensor.type.c_str(), shapeText(tensor.shape).c_str(), static_cast<unsigned long long>(tensor.bytes));
    }
}

base::Status run(const Invocation& invocation)
{
    if (invocation.arguments.positional().size() != 1)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "Name one model file to inspect." };
    CUTAWAY_TRY(const auto overrides, metadataOverrides(invocation.arguments));
    CUTAWAY_TRY(const auto file, formats::openModelFile(invocation.arguments.positional()[0], overrides));
    api::LoadOptions wanted;
    CUTAWAY_TRY(wanted.context, invocation.arguments.integer("--context", 0));
    const api::InspectReport report = service::inspect(file, wanted);
    if (!invocation.json)
        printTable(report, invocation.arguments.has("--tensors"));
    // A vocabulary, an adapter or importance data is no model, and nobody expects it to run.
    const bool isModel = !file->tensors.empty() && file->metadata.has("general.architecture");
    if (isModel && !report.card.supported) {
        invocation.found = reportJson(report);
        return runtime::ModelDescription::from(file).error();
    }
    if (invocation.json)
        printJson(reportJson(report));
    return base::ok();
}

} // namespace

extern const CommandSpec inspect;
constexpr CommandSpec inspect { "inspect", "FILE [--tensors] [-c N]", "header, metadata, tensors, memory plan", options, run };

} // namespace cutaway::cli
