#include "app/cli/interrupt_guard.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/quantize/importance_collector.h"
#include "engine/runtime/text_tools.h"

#include <cstdio>
#include <filesystem>

namespace cutaway::cli {
namespace {

constexpr std::int64_t kChunk = 512;
constexpr std::int64_t kOutputEvery = 8; // of a chunk's positions go through the output projection: enough for its columns, and it is wide

std::vector<OptionSpec> options()
{
    return modelOptionsAnd({ { "--file", "-f", "TEXT", "text file" }, { "--out", "", "FILE", "the importance file to write (GGUF)" },
        { "--chunks", "", "N", "chunks of --context tokens (default 512) at most; default: all" } });
}

struct Job {
    std::vector<base::TokenId> tokens;
    std::int64_t chunk = kChunk, chunks = 0;
};

base::Result<Job> readJob(const Arguments& arguments, const runtime::TextTools& tools)
{
    Job job;
    CUTAWAY_TRY(const std::string text, promptText(arguments));
    CUTAWAY_TRY_STATUS(tools.tokenizer().requireVocabulary());
    job.tokens = tools.tokenizer().encode(text, { .addSpecial = false, .parseSpecial = false });
    CUTAWAY_TRY(job.chunk, arguments.integer("--context", kChunk));
    if (job.chunk < 1)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "The context is " + std::to_string(job.chunk) + "; it must be at least 1." };
    const std::int64_t all = std::int64_t(job.tokens.size()) / job.chunk;
    CUTAWAY_TRY(job.chunks, arguments.integer("--chunks", all));
    job.chunks = std::min(job.chunks, all);
    if (job.chunks < 1)
        return base::Error { .code = base::ErrorCode::invalidArgument,
            .message = "The text has " + std::to_string(job.tokens.size()) + " tokens; one chunk takes " + std::to_string(job.chunk) + "." };
    return job;
}

base::Status collect(const Invocation& invocation, const Job& job, const tokenizer::Vocabulary& vocabulary, runtime::Session& session)
{
    base::CancelSource source;
    const InterruptGuard guard(source);
    const auto wanted = [](std::int64_t position) { return position % kOutputEvery == 0; };
    for (std::int64_t i = 0; i < job.chunks; ++i) {
        if (showsProgress(invocation))
            std::fprintf(stderr, "\r\033[K%lld of %lld chunks", static_cast<long long>(i), static_cast<long long>(job.chunks));
        std::vector<base::TokenId> chunk(job.tokens.begin() + i * job.chunk, job.tokens.begin() + (i + 1) * job.chunk);
        if (vocabulary.front() != base::kNoToken)
            chunk[0] = vocabulary.front();
        session.clear();
        CUTAWAY_TRY_STATUS(session.append(chunk, source.token(), wanted, [](std::int64_t, std::span<const float>) {}));
    }
    if (showsProgress(invocation))
        std::fprintf(stderr, "\r\033[K");
    return base::ok();
}

base::Status run(const Invocation& invocation)
{
    const Arguments& arguments = invocation.arguments;
    const auto out = arguments.text("--out");
    if (!out)
        return base::Error { .code = base::ErrorCode::invalidArgument, .message = "No file to write was named.", .action = "Add --out FILE." };
    CUTAWAY_TRY(const std::string path, modelPath(arguments));
    CUTAWAY_TRY(const auto file, formats::openModelFile(path));
    CUTAWAY_TRY(const auto tools, runtime::TextTools::load(file->metadata));
    CUTAWAY_TRY(const Job job, readJob(arguments, *tools));
    quantize::ImportanceCollector collector;
    CUTAWAY_TRY(runtime::RunOptions wanted, runOptions(arguments));
    wanted.reference = true; // the backend that shows what goes into a weight, exactly
    wanted.context = job.chunk;
    wanted.maxOutputs = std::int32_t(kChunk / kOutputEvery);
    wanted.observer = [&collector](const std::string& weight, std::span<const float> inputs, std::int64_t columns) { collector.add(weight, inputs, columns); };
    CUTAWAY_TRY(auto opened, openModel(invocation, path, wanted));
    CUTAWAY_TRY_STATUS(collect(invocation, job, tools->tokenizer().vocabulary(), *opened.session));
    quantize::ImportanceData data = collector.data();
    data.datasets = { std::filesystem::path(arguments.text("--file").value_or("prompt")).filename().string() };
    data.chunkCount = std::uint32_t(job.chunks);
    data.chunkSize = std::uint32_t(job.chunk);
    CUTAWAY_TRY_STATUS(quantize::writeImportance(*out, data));
    const Json report { { "file", *out }, { "chunks", job.chunks }, { "tokens", job.chunks * job.chunk }, { "weights", data.entries.size() } };
    if (invocation.json)
        printJson(report);
    else
        std::printf("%s: %zu weights, %lld chunks of %lld tokens\n", out->c_str(), data.entries.size(), static_cast<long long>(job.chunks), static_cast<long long>(job.chunk));
    return base::ok();
}

} // namespace

extern const CommandSpec importance;
constexpr CommandSpec importance { "importance", "-m F -f TEXT --out FILE [--chunks N]", "collects how strongly the columns of every weight are used", options, run };

} // namespace cutaway::cli
