#include "app/cli/quantize_job.h"

#include "app/cli/interrupt_guard.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "engine/base/text.h"

#include <cstdio>
#include <filesystem>

namespace cutaway::cli {
namespace {

base::Error usage(std::string message, std::string action = "")
{
    return { .code = base::ErrorCode::invalidArgument, .message = std::move(message), .action = std::move(action) };
}

std::string typeName(kernels::DType type) { return std::string(kernels::dtypeInfo(type).name); }

base::Result<quantize::TypeOverride> parseTypeOverride(const std::string& text)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0)
        return usage("The value '" + text + "' of --tensor is not of the form REGEX=TYPE.");
    const kernels::DTypeInfo* type = kernels::findDType(std::string_view(text).substr(equals + 1));
    if (!type)
        return usage("There is no tensor type '" + text.substr(equals + 1) + "'.", "cutaway-cli describe types lists them.");
    return quantize::TypeOverride { text.substr(0, equals), type->type };
}

Json reportJson(const quantize::QuantizeReport& report, const std::string& out)
{
    Json tensors = Json::array();
    for (const quantize::QuantizedTensor& tensor : report.tensors)
        tensors.push_back({ { "name", tensor.name }, { "from", typeName(tensor.from) }, { "type", typeName(tensor.to) }, { "bytesBefore", tensor.bytesBefore },
            { "bytes", tensor.bytesAfter }, { "rmse", tensor.rmse }, { "relativeError", tensor.relativeError } });
    return { { "file", out }, { "bytesBefore", report.bytesBefore }, { "bytes", report.bytesAfter }, { "tensors", std::move(tensors) } };
}

void printReport(const quantize::QuantizeReport& report, const std::string& out)
{
    for (const quantize::QuantizedTensor& tensor : report.tensors) {
        if (tensor.from != tensor.to)
            std::printf("%-40s %-7s -> %-8s %12llu bytes  error %.3g (%.3f %%)\n", tensor.name.c_str(), typeName(tensor.from).c_str(), typeName(tensor.to).c_str(),
                static_cast<unsigned long long>(tensor.bytesAfter), tensor.rmse, 100 * tensor.relativeError);
    }
    std::printf("%s: %s, before %s\n", out.c_str(), base::formatBytes(report.bytesAfter).c_str(), base::formatBytes(report.bytesBefore).c_str());
}

} // namespace

std::vector<OptionSpec> quantizeOptions()
{
    return {
        { "--importance", "", "FILE", "importance data (GGUF), as cutaway-cli importance writes it" },
        { "--tensor", "", "REGEX=TYPE", "type of the tensors whose names match; may be given several times, the first match counts" },
        { "--allow-requantize", "", "", "make other quantised types of quantised tensors, which costs quality" },
        { "--threads", "-t", "N", "threads; default: one per physical core" },
        { "--override", "", "KEY=TYPE:VALUE", "sets a metadata key in the written file; may be given several times" },
    };
}

base::Result<quantize::QuantizeOptions> parseQuantizeOptions(const Arguments& arguments, const std::string& mix)
{
    quantize::QuantizeOptions options;
    if (!mix.empty()) {
        options.mix = quantize::findMix(mix);
        if (!options.mix)
            return usage("There is no mix of types '" + mix + "'.", "cutaway-cli describe mixes lists them.");
    }
    for (const std::string& text : arguments.all("--tensor")) {
        CUTAWAY_TRY(auto override, parseTypeOverride(text));
        options.overrides.push_back(std::move(override));
    }
    if (const auto path = arguments.text("--importance")) {
        CUTAWAY_TRY(options.importance, quantize::readImportance(*path));
        options.importanceFile = std::filesystem::path(*path).filename().string();
    }
    options.requantise = arguments.has("--allow-requantize");
    CUTAWAY_TRY(const std::int64_t threads, arguments.integer("--threads", 0));
    if (threads < 0 || threads > 1024)
        return usage("The number of threads is " + std::to_string(threads) + "; it must be from 0 to 1024.");
    options.threads = int(threads);
    return options;
}

base::Status runQuantizeJob(const Invocation& invocation, const std::string& in, const std::string& out, const quantize::QuantizeOptions& options)
{
    CUTAWAY_TRY(const auto overrides, metadataOverrides(invocation.arguments));
    CUTAWAY_TRY(const auto file, formats::openModelFile(in, overrides));
    base::CancelSource source;
    const InterruptGuard guard(source);
    ProgressLine line(invocation);
    const auto progress = [&line](std::uint64_t done, std::uint64_t total, const std::string& tensor) { line.show(done, total, tensor); };
    CUTAWAY_TRY(const auto report, quantize::quantizeModel(*file, out, options, progress, source.token()));
    line.clear();
    if (invocation.json)
        printJson(reportJson(report, out));
    else
        printReport(report, out);
    return base::ok();
}

} // namespace cutaway::cli
