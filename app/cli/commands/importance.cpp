#include "app/cli/interrupt_guard.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_chunks.h"
#include "engine/quantize/importance_collector.h"

#include <cstdio>
#include <filesystem>

namespace cutaway::cli {
namespace {

constexpr std::int32_t kRowsAtOnce = 64;
constexpr std::int64_t kOutputEvery = 8; // of a chunk's positions go through the output projection: enough for its columns, and it is wide

std::vector<OptionSpec> options()
{
    return modelOptionsAnd({ { "--file", "-f", "TEXT", "text file" }, { "--out", "", "FILE", "the importance file to write (GGUF)" },
        { "--chunks", "", "N", "chunks of --context tokens (default 512) at most; default: all" } });
}

base::Status collect(const Invocation& invocation, const TextChunks& text, runtime::Session& session)
{
    base::CancelSource source;
    const InterruptGuard guard(source);
    ProgressLine line(invocation);
    const auto wanted = [](std::int64_t position) { return position % kOutputEvery == 0; };
    for (std::int64_t i = 0; i < text.count; ++i) {
        line.show(std::to_string(i) + " of " + std::to_string(text.count) + " chunks");
        session.clear();
        CUTAWAY_TRY_STATUS(session.append(text.chunk(i), source.token(), wanted, [](std::int64_t, std::span<const float>) {}));
    }
    return base::ok();
}

base::Status run(const Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    const auto out = arguments.text("--out");
    if (!out)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No file to write was named.", .action = "Add --out FILE." };
    CUTAWAY_TRY(const std::string path, modelPath(arguments));
    CUTAWAY_TRY(const TextChunks text, textChunks(arguments, 1));
    quantize::ImportanceCollector collector;
    CUTAWAY_TRY(runtime::RunOptions wanted, runOptions(arguments));
    wanted.reference = true; // the backend that shows what goes into a weight, exactly
    wanted.context = text.length;
    wanted.maxOutputs = kRowsAtOnce;
    wanted.observer = [&collector](const std::string& weight, std::span<const float> inputs, std::int64_t columns) { collector.add(weight, inputs, columns); };
    CUTAWAY_TRY(auto opened, openModel(invocation, path, wanted));
    CUTAWAY_TRY_STATUS(collect(invocation, text, *opened.session));
    quantize::ImportanceData data = collector.data();
    data.datasets = { std::filesystem::path(arguments.text("--file").value_or("prompt")).filename().string() };
    data.chunkCount = std::uint32_t(text.count);
    data.chunkSize = std::uint32_t(text.length);
    CUTAWAY_TRY_STATUS(quantize::writeImportance(*out, data));
    const Json report { { "file", *out }, { "chunks", text.count }, { "tokens", text.count * text.length }, { "weights", data.entries.size() } };
    if (invocation.json)
        printJson(report);
    else
        std::printf("%s: %zu weights, %lld chunks of %lld tokens\n", out->c_str(), data.entries.size(), static_cast<long long>(text.count), static_cast<long long>(text.length));
    return base::ok();
}

} // namespace

extern const CommandSpec importance;
constexpr CommandSpec importance { "importance", "-m F -f TEXT --out FILE [--chunks N]", "collects how strongly the columns of every weight are used", options, run };

} // namespace cutaway::cli
